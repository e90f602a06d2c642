/** Whose each land was at the start of the war, as `scenarios/powers-1914/areas.csv` has it: what changed hands is marked. */

/** @type {Record<string, string>} areas by nation */
const LANDS = {
  GE: 'alsace bavaria berlin east-prussia kiel pomerania rhineland silesia',
  AH: 'bohemia bosnia budapest galicia transylvania trieste tyrol vienna',
  OT: 'ankara constantinople erzurum mesopotamia scutari smyrna syria',
  BU: 'sofia varna',
  FR: 'algeria aquitaine brittany champagne morocco paris picardy provence tunis',
  BR: 'cyprus egypt england gibraltar ireland malta scotland',
  RU: 'caucasus finland kiev minsk moscow odessa petrograd poland riga rostov',
  IT: 'libya milan naples rome venetia',
  BE: 'brussels',
  SE: 'belgrade skopje',
  MO: 'cetinje',
  SW: 'gothenburg stockholm',
  PT: 'lisbon',
  RO: 'bucharest moldavia',
  NL: 'holland',
  DK: 'copenhagen',
  NO: 'christiania',
  SP: 'andalusia barcelona madrid',
  GR: 'athens salonika',
  AL: 'albania',
  LU: 'luxembourg',
  CH: 'switzerland',
};

const OWNERS = new Map(Object.entries(LANDS).flatMap(([nation, areas]) => areas.split(' ').map((area) => [area, nation])));

/** @param {string} area @returns {string|null} a nation, or nobody at sea */
export const ownerOf = (area) => OWNERS.get(area) ?? null;
