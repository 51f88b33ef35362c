/** Videos of other services, stored as provider and id, never as an address (docs/decisions/0050). */

/** Services that pages may embed if the installation allows it (`EMBED_VIDEO`). */
export const videoProviders = {
  youtube: { name: 'YouTube', origin: 'https://www.youtube-nocookie.com' },
  vimeo: { name: 'Vimeo', origin: 'https://player.vimeo.com' },
} as const
export type VideoProvider = keyof typeof videoProviders
export const videoProviderNames = ['youtube', 'vimeo'] as const satisfies VideoProvider[]

export interface EmbeddedVideo {
  provider: VideoProvider
  id: string
}

/** Format of an id, from which the address is built. */
export const videoIds: Record<VideoProvider, RegExp> = {
  youtube: /^[A-Za-z0-9_-]{11}$/,
  // An unlisted video has a second part.
  vimeo: /^[0-9]{5,12}(\/[0-9a-f]{8,12})?$/,
}

export function isVideoId({ provider, id }: EmbeddedVideo): boolean {
  return videoIds[provider].test(id)
}

/** Reads the address of a video as copied from a browser; null for any other address. */
export function embeddedVideo(address: string): EmbeddedVideo | null {
  const text = address.trim()
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return null
  const { hostname, pathname, searchParams } = new URL(whole)
  const host = hostname.replace(/^(www|m|music)\./, '')
  const parts = pathname.split('/').filter(Boolean)
  const found = (provider: VideoProvider, id: string | null | undefined): EmbeddedVideo | null =>
    id && videoIds[provider].test(id) ? { provider, id } : null
  if (host === 'youtu.be') return found('youtube', parts[0])
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const isNamed = ['embed', 'shorts', 'live', 'v'].includes(parts[0] ?? '')
    return found('youtube', isNamed ? parts[1] : searchParams.get('v'))
  }
  if (host === 'player.vimeo.com') {
    const hash = searchParams.get('h')
    return found('vimeo', hash ? `${parts[1]}/${hash}` : parts[1])
  }
  return host === 'vimeo.com' ? found('vimeo', parts.slice(0, 2).join('/')) : null
}

/** @throws for an invalid id */
export function frameAddress(video: EmbeddedVideo): string {
  if (!isVideoId(video)) throw new Error('not the id of a video')
  const { origin } = videoProviders[video.provider]
  if (video.provider === 'youtube') return `${origin}/embed/${video.id}?rel=0`
  const [id, hash] = video.id.split('/')
  return `${origin}/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`
}
