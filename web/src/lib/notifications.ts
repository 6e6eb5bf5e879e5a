/**
 * Notifications of the system. Browsers of phones show them through the service worker alone; where
 * none is registered, the page shows them itself.
 */

export interface Note {
  readonly title: string
  readonly body: string
  readonly tag: string // one of a tag is shown at a time
}

/** Show a notification; the result takes it away again. */
export async function notify(note: Note): Promise<() => void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  return worker?.active ? await throughWorker(worker, note) : byThePage(note)
}

async function throughWorker(
  worker: ServiceWorkerRegistration,
  { title, body, tag }: Note,
): Promise<() => void> {
  // Whoever touches it comes back to where it was shown.
  await worker.showNotification(title, { body, tag, data: { address: location.href } })
  return () =>
    void worker.getNotifications({ tag }).then((shown) => shown.forEach((each) => each.close()))
}

function byThePage({ title, body, tag }: Note): () => void {
  try {
    const shown = new Notification(title, { body, tag })
    shown.addEventListener('click', () => window.focus())
    return () => shown.close()
  } catch {
    return () => {} // a browser that shows them through a service worker alone, and has none
  }
}
