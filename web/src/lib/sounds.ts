/** Soft sounds made on the spot: wood, steel and glass. Silent until asked for. */

import type { How } from '../board/types'
import { settings } from './settings.svelte'

interface Tone {
  readonly pitch: number // hertz
  readonly ms: number
  readonly kind: OscillatorType
  readonly bend?: number // where the pitch goes
}

const TONES: Record<How | 'turn' | 'over' | 'refused', readonly Tone[]> = {
  slide: [{ pitch: 190, ms: 150, kind: 'triangle', bend: 120 }],
  hop: [{ pitch: 420, ms: 90, kind: 'triangle', bend: 560 }],
  place: [{ pitch: 240, ms: 80, kind: 'triangle', bend: 160 }],
  take: [{ pitch: 520, ms: 60, kind: 'sine' }],
  enter: [{ pitch: 1250, ms: 90, kind: 'sine', bend: 1150 }],
  lay: [{ pitch: 620, ms: 120, kind: 'sine', bend: 540 }],
  lift: [{ pitch: 520, ms: 110, kind: 'sine', bend: 640 }],
  eat: [{ pitch: 300, ms: 70, kind: 'square', bend: 180 }],
  capture: [{ pitch: 880, ms: 180, kind: 'sine', bend: 440 }],
  sacrifice: [{ pitch: 700, ms: 240, kind: 'sine', bend: 260 }],
  leave: [{ pitch: 420, ms: 420, kind: 'sine', bend: 140 }],
  turn: [{ pitch: 660, ms: 110, kind: 'sine' }],
  refused: [{ pitch: 160, ms: 110, kind: 'triangle', bend: 130 }],
  over: [
    { pitch: 523, ms: 140, kind: 'sine' },
    { pitch: 659, ms: 140, kind: 'sine' },
    { pitch: 784, ms: 260, kind: 'sine' },
  ],
}

let context: AudioContext | null = null

export function play(sound: keyof typeof TONES): void {
  if (!settings.sounds) return
  context ??= new AudioContext()
  let start = context.currentTime
  for (const tone of TONES[sound]) {
    ring(context, tone, start)
    start += (tone.ms / 1000) * 0.85
  }
}

function ring(context: AudioContext, { pitch, ms, kind, bend }: Tone, start: number): void {
  const end = start + ms / 1000
  const voice = new OscillatorNode(context, { type: kind, frequency: pitch })
  const volume = new GainNode(context, { gain: 0 })
  if (bend) voice.frequency.exponentialRampToValueAtTime(bend, end)
  volume.gain.linearRampToValueAtTime(kind === 'square' ? 0.03 : 0.09, start + 0.008)
  volume.gain.exponentialRampToValueAtTime(0.0001, end)
  voice.connect(volume).connect(context.destination)
  voice.start(start)
  voice.stop(end)
}
