import { linkTo } from './file-links.ts'

const longestWaitMs = 15_000

/** Length of a stored video in whole seconds, at least 1; null if the browser cannot read it. */
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
  video.removeAttribute('src')
  video.load()
  return Number.isFinite(length) ? Math.max(1, Math.round(length)) : null
}
