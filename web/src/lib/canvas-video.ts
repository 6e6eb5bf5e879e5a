/** Records what is drawn on a canvas as a film. */

const KINDS = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4']

export interface Quality {
  readonly rate: number // frames a second
  readonly bits: number // a second
}

const SMOOTH: Quality = { rate: 60, bits: 6_000_000 }

export function canRecord(): boolean {
  return (
    typeof MediaRecorder !== 'undefined' &&
    'captureStream' in HTMLCanvasElement.prototype &&
    !!kind()
  )
}

/** The film of what happens while `show` runs. */
export async function recorded(
  canvas: HTMLCanvasElement,
  show: () => Promise<void>,
  name: string,
  { rate, bits }: Quality = SMOOTH,
): Promise<File> {
  const mimeType = kind()!
  const recorder = new MediaRecorder(canvas.captureStream(rate), {
    mimeType,
    videoBitsPerSecond: bits,
  })
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
  const over = new Promise((resolve) => recorder.addEventListener('stop', resolve))
  recorder.start()
  await show()
  recorder.stop()
  await over
  const type = mimeType.split(';')[0]!
  return new File(parts, `${name}.${type.split('/')[1]}`, { type })
}

function kind(): string | undefined {
  return KINDS.find((each) => MediaRecorder.isTypeSupported(each))
}
