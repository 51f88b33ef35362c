import { type GooglePresentation, readGooglePresentation } from '#domain/presentations/google-slides.ts'

export type SlidesRefusal = 'not_shared' | 'too_many_slides' | 'too_large' | 'busy' | 'failed'

export class SlidesRefused extends Error {
  readonly reason: SlidesRefusal

  constructor(reason: SlidesRefusal, cause?: unknown) {
    super(reason, { cause })
    this.name = 'SlidesRefused'
    this.reason = reason
  }
}

export const slidesLimits = {
  slides: 300,
  descriptionBytes: 20_000_000,
  /** Of one picture: 1,600 pixels wide, as PNG. */
  pictureBytes: 10_000_000,
  timeoutMs: 20_000,
} as const

export interface GoogleSlidesApi {
  /** Without a slash at the end. */
  base: string
  /** The address is in Google's answer and not trusted. */
  isPicture(url: URL): boolean
  fetch: typeof fetch
}

export const googleSlidesApi: Omit<GoogleSlidesApi, 'fetch'> = {
  base: 'https://slides.googleapis.com',
  isPicture: ({ protocol, hostname }) =>
    protocol === 'https:' &&
    (hostname === 'googleusercontent.com' || hostname.endsWith('.googleusercontent.com')),
}

export async function getPresentation(
  api: GoogleSlidesApi,
  accessToken: string,
  presentationId: string,
): Promise<GooglePresentation> {
  const path = `/v1/presentations/${encodeURIComponent(presentationId)}`
  const bytes = await read(api, `${api.base}${path}`, accessToken, slidesLimits.descriptionBytes)
  const presentation = readGooglePresentation(jsonOf(bytes))
  if (presentation.slides.length > slidesLimits.slides) throw new SlidesRefused('too_many_slides')
  return presentation
}

/**
 * The picture's address works for 30 minutes without authentication (docs/domain-rules.md rule 42), so it is never stored or
 * sent on.
 */
export async function getThumbnail(
  api: GoogleSlidesApi,
  accessToken: string,
  presentationId: string,
  pageId: string,
): Promise<Uint8Array> {
  const page = `/v1/presentations/${encodeURIComponent(presentationId)}/pages/${encodeURIComponent(pageId)}`
  const query = new URLSearchParams({
    'thumbnailProperties.mimeType': 'PNG',
    'thumbnailProperties.thumbnailSize': 'LARGE',
  })
  const answer = jsonOf(await read(api, `${api.base}${page}/thumbnail?${query}`, accessToken, 100_000))
  const { contentUrl } = (answer ?? {}) as { contentUrl?: unknown }
  if (typeof contentUrl !== 'string' || !URL.canParse(contentUrl)) throw new SlidesRefused('failed')
  if (!api.isPicture(new URL(contentUrl))) throw new SlidesRefused('failed')
  return read(api, contentUrl, null, slidesLimits.pictureBytes)
}

async function read(
  api: GoogleSlidesApi,
  url: string,
  accessToken: string | null,
  mostBytes: number,
): Promise<Uint8Array> {
  const response = await api
    .fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(slidesLimits.timeoutMs),
      headers: accessToken ? { Authorization: `Bearer ${accessToken}` } : {},
    })
    .catch((error: unknown) => {
      throw new SlidesRefused('failed', error)
    })
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 429) throw new SlidesRefused('busy')
    // one refusal for missing (404) and unshared (403) presentations
    throw new SlidesRefused([401, 403, 404].includes(response.status) ? 'not_shared' : 'failed')
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new SlidesRefused('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    throw new SlidesRefused('failed', error)
  }
}
