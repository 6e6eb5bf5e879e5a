/** Progress in lessons, stored in IndexedDB. */

import { kept as texts } from '../../lib/browser-storage'
import { toast } from '../../lib/toasts.svelte'
import { storing } from './problem'
import { store as ours, type LocalStore } from './store'

const BEFORE = 'ludothek-learnt-' // where earlier versions of the page kept them

/** The tasks of a game that are done, as far as they can be read. */
export async function tasksDone(game: string, store: LocalStore = ours): Promise<string[]> {
  let done: string[] = []
  await storing(
    async () => {
      await moveIn(game, store)
      done = await store.progress(game)
    },
    (sentence) => toast(sentence, 'warn'),
  )
  return done
}

/** One more is done. */
export async function taskDone(
  game: string,
  task: string,
  store: LocalStore = ours,
): Promise<void> {
  await storing(
    async () => void (await store.learnt(game, task)),
    (sentence) => toast(sentence, 'warn'),
  )
}

/** What is kept at the former place goes away when it is kept here. */
async function moveIn(game: string, store: LocalStore): Promise<void> {
  const kept = texts.getItem(BEFORE + game)
  if (kept === null) return
  for (const task of listed(kept)) await store.learnt(game, task)
  texts.removeItem(BEFORE + game)
}

function listed(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((task) => typeof task === 'string') : []
  } catch {
    return [] // somebody else wrote there
  }
}
