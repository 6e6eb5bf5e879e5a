/** What the levels of the computers do, in words; `docs/strength.md` has the measures behind them. */

import { t, type Key } from '../../lib/i18n.svelte'

type About = Key extends infer K ? (K extends `levels.about.${infer Name}` ? Name : never) : never

/** Of the games whose computers search, level 1 first: as in `ludothek.engine.players.levels`. */
export const ABOUT: Readonly<Record<string, readonly About[]>> = {
  repulso: [
    ...(['impression', 'ideas', 'tempted', 'glimpse', 'replies', 'ahead', 'many'] as const),
    ...(['glance', 'brief', 'longer', 'carefully', 'far', 'deep', 'all'] as const),
  ],
  robotory: [
    ...(['impression', 'ideas', 'tempted', 'ahead', 'many', 'thousands', 'most'] as const),
    ...(['glance', 'brief', 'longer', 'carefully', 'far', 'all'] as const),
  ],
  nexus: [
    ...(['impression', 'ideas', 'tempted', 'wary', 'cool', 'sketch', 'handful', 'dozen'] as const),
    ...(['twenty', 'dozens', 'many', 'glance', 'moment', 'brief'] as const),
    ...(['longer', 'carefully', 'far', 'all'] as const),
  ],
}

/** One sentence about a level; empty where its game says nothing. */
export function aboutLevel(game: string, level: number): string {
  if (game === 'splash') return t(`levels.splash.${level as 1}`)
  const about = ABOUT[game]?.[level - 1]
  return about ? t(`levels.about.${about}`) : ''
}
