/** User preferences at the table of Splash!, stored in the browser. */

import { kept } from '../lib/browser-storage'

export interface Prefs {
  plain: boolean // the plain view, although the machine could do more
}

const KEY = 'ludothek-splash'

export const prefs: Prefs = $state({ plain: false, ...stored() })

/** Change some of it, and remember. */
export function prefer(some: Partial<Prefs>): void {
  Object.assign(prefs, some)
  kept.setItem(KEY, JSON.stringify(prefs))
}

function stored(): Partial<Prefs> {
  try {
    return JSON.parse(kept.getItem(KEY) ?? '{}') as Partial<Prefs>
  } catch {
    return {} // somebody else wrote there
  }
}
