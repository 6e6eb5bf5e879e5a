import { pictured } from '../board/pictured'
import type { Known } from './drawings'
import Ground from './Picture.svelte'
import Thing from './PictureThing.svelte'

/** A game without a board here: the picture it draws of itself. */
export function known(game: string): Known {
  return { table: pictured(game), drawing: { Ground, Thing, roam: false, cell: 47 } }
}
