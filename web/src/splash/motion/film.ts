/** Records what is drawn on a canvas as a film. */

import type { Motion } from './motion'

/** Something that can show a motion once more. */
export interface Filmed {
  again(motion: Motion): Promise<void>
}

const KINDS = ['video/webm;codecs=vp9', 'video/webm', 'video/mp4']

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
): Promise<File> {
  const mimeType = kind()!
  const recorder = new MediaRecorder(canvas.captureStream(60), {
    mimeType,
    videoBitsPerSecond: 6_000_000,
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
