"""§1.6, §2.64, §2.66, §3.6, §18.33, §18.4, §18.5, §22.3 to §22.6: what binds one country, one month, one region.

Everything here asks “who forbids this?” and answers with a refusal that names its section. Movement, combat and set-up
ask alike: ``may_move``, ``may_enter``, ``may_end``, ``may_attack``.
"""
