import { linkTo } from './file-links.ts'

/** How long a browser may take to say it. */
const longestWaitMs = 15_000

/** How long a stored video is, in whole seconds, at least one; null where this browser cannot tell. */
export async function videoSeconds(fileId: string): Promise<number | null> {
  const url = await linkTo(fileId).catch(() => undefined)
  if (!url) return null
  const video = document.createElement('video')
  video.preload = 'metadata'
  const length = await new Promise<number>((resolve) => {
    const fail = () => resolve(Number.NaN)
    setTimeout(fail, longestWaitMs)
    video.onloadedmetadata = () => resolve(video.duration)
    video.onerror = fail
    video.src = url
  })
  // so that it stops loading
  video.removeAttribute('src')
  video.load()
  return Number.isFinite(length) ? Math.max(1, Math.round(length)) : null
}
