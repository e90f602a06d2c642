/** What may stand among the children of an element; lists are laid flat. (JSDoc cannot say a recursive type.) */
export type Child = Node | string | number | boolean | null | undefined | readonly Child[];
