/** Keyboard control of the held piece. */

export type KeyCommand =
  | { readonly do: 'move'; readonly right: number; readonly away: number } // millimetres
  | { readonly do: 'turn'; readonly degrees: number }
  | { readonly do: 'tip' } // on the next face
  | { readonly do: 'let-go' }

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const [COARSE, FINE] = [1, 0.2] // millimetres; fine with Shift
const [WIDE, NARROW] = [15, 1] // degrees

/** What a key asks for; null: nothing. */
export function keyCommand(key: string, shift: boolean): KeyCommand | null {
  const step = STEPS[key]
  if (step) {
    const size = shift ? FINE : COARSE
    return { do: 'move', right: step[0] * size, away: step[1] * size }
  }
  const degrees = shift ? NARROW : WIDE
  switch (key.toLowerCase()) {
    case 'q':
      return { do: 'turn', degrees }
    case 'e':
      return { do: 'turn', degrees: -degrees }
    case 'f':
      return { do: 'tip' }
    case 'enter':
      return { do: 'let-go' }
  }
  return null
}
