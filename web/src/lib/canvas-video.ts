/** Recording of a canvas as a video. */

// WebM wherever it can be written; older browsers of one maker know MP4 only.
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

/** Whether a film can be given to other programs, as on phones. */
export function canShare(): boolean {
  const type = kind()?.split(';')[0]
  return (
    !!type && !!navigator.canShare?.({ files: [new File([], fileName('film', type), { type })] })
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
  return new File(parts, fileName(name, type), { type })
}

function fileName(name: string, type: string): string {
  return `${name}.${type.split('/')[1]}`
}

function kind(): string | undefined {
  return KINDS.find((each) => MediaRecorder.isTypeSupported(each))
}
