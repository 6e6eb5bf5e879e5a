/** Synthesised sounds of wood, steel and glass. Off by default. */

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
const woods = new Map<number, AudioBuffer>()

/** Where sounds come out; browsers keep a page silent, with a warning, until it is touched. */
function speaker(): AudioContext | null {
  if (!settings.sounds || navigator.userActivation?.hasBeenActive === false) return null
  return (context ??= new AudioContext())
}

export function play(sound: keyof typeof TONES): void {
  const context = speaker()
  if (!context) return
  let start = context.currentTime
  for (const tone of TONES[sound]) {
    ring(context, tone, start)
    start += (tone.ms / 1000) * 0.85
  }
}

/** Wood that strikes wood: so high (hertz), so loud (up to 1). */
export function knock(pitch: number, loud: number): void {
  const context = speaker()
  if (!context) return
  const source = new AudioBufferSourceNode(context, { buffer: woodOf(context, Math.round(pitch)) })
  source.connect(new GainNode(context, { gain: 0.5 * loud })).connect(context.destination)
  source.start()
}

function woodOf(context: AudioContext, pitch: number): AudioBuffer {
  const known = woods.get(pitch)
  if (known) return known
  const samples = woodSamples(pitch, context.sampleRate)
  const options = { length: samples.length, sampleRate: context.sampleRate }
  const made = new AudioBuffer(options)
  made.copyToChannel(samples, 0)
  woods.set(pitch, made)
  return made
}

// A free bar of wood: its first three tones, how strong they are, and how fast they fade.
const BAR = [
  { ratio: 1, share: 0.6, fades: 55 },
  { ratio: 2.76, share: 0.28, fades: 95 },
  { ratio: 5.4, share: 0.12, fades: 170 },
] as const
const TAP = { ms: 3, share: 0.35 } // the noise of the touch itself
const LONG = 0.16 // seconds

/** The sound of a small block of wood, from -1 to 1; the same every time. */
export function woodSamples(pitch: number, rate: number): Float32Array<ArrayBuffer> {
  let noise = 1
  return Float32Array.from({ length: Math.round(LONG * rate) }, (_, i) => {
    const s = i / rate
    noise = (noise * 16_807) % 2_147_483_647
    const tap = TAP.share * Math.exp((-s * 1000) / TAP.ms) * (noise / 1_073_741_823.5 - 1)
    const tones = BAR.map(
      ({ ratio, share, fades }) =>
        share * Math.exp(-fades * s) * Math.sin(2 * Math.PI * pitch * ratio * s),
    )
    return (tap + tones.reduce((sum, tone) => sum + tone, 0)) / (1 + TAP.share)
  })
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
