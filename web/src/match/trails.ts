/** Trails of energy discs (Robotory): where a robot can walk in one turn. */

export interface Trails {
  readonly discs?: Readonly<Record<string, string>>
  readonly robots?: Readonly<Record<string, string>>
}

/** The robots that can walk to a space in one turn. */
export function reach({ discs = {}, robots = {} }: Trails, goal: string): string[] {
  const taken = new Set(Object.values(robots))
  return Object.entries(robots).flatMap(([robot, from]) => {
    const usable = (at: string) => robot === 'R' || discs[at] === robot.toLowerCase()
    const open = Object.keys(discs).filter((at) => !taken.has(at) && usable(at))
    return spread(from, open).has(goal) ? [robot] : []
  })
}

/** All of these spaces that hang together with one. */
function spread(from: string, open: readonly string[]): Set<string> {
  const reached = new Set([from])
  for (const at of reached) {
    for (const next of open) if (adjacent(at, next)) reached.add(next)
  }
  return reached
}

const HEIGHTS: Readonly<Record<string, number>> = { a: 4, b: 5, c: 6, d: 5, e: 4 }

/** Whether two hexes share an edge: in one column, or half a hex up or down in the next one. */
export function adjacent(one: string, other: string): boolean {
  const columns = Math.abs(one.charCodeAt(0) - other.charCodeAt(0))
  const rows = Math.abs(height(one) - height(other))
  return columns === 0 ? rows === 1 : columns === 1 && rows === 0.5
}

function height(hex: string): number {
  return Number(hex.slice(1)) - (HEIGHTS[hex[0]!]! + 1) / 2
}
