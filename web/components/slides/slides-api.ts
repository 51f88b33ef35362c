import {
  distinctUrls,
  type PresentationObject,
  type SlideObject,
  type ThumbnailSize,
} from '#domain/presentations/presentations.ts'
import { presentationTexts } from '#domain/texts/presentations.ts'
import { slidesKeyPrefix } from '#web/lib/offline/stored-slides.ts'

const errors = presentationTexts.errors

export interface SlidesPort {
  /** @param path below /functions/v1/ */
  get(path: string, signal?: AbortSignal): Promise<Response>
  wait(ms: number): Promise<void>
  now(): number
  storage: Pick<Storage, 'getItem' | 'setItem'>
}

export interface LoadedSlides {
  title: string
  slides: SlideObject[]
}

export interface SlidesWanted {
  /** The user whose rights the picture URLs carry; never reused for another. */
  owner: string
  presentationId: string
  thumbnailSize?: ThumbnailSize
  /** Skips the storage: its URLs failed. */
  isAnew?: boolean
  isDraft?: boolean
  versionId?: string
}

/** Waits before the second and the third attempt (docs/specification.md B7, B9). */
export const listWaitsMs = [500, 1_500] as const
/** Lifetime of slides in the session's storage (docs/specification.md B7). */
const slidesFreshMs = 5 * 60_000

/** @throws Error 'Failed to fetch presentations after multiple attempts', with the last failure as cause */
export async function fetchPresentations(
  port: SlidesPort,
  signal?: AbortSignal,
): Promise<PresentationObject[]> {
  let last: unknown
  for (const waitMs of [0, ...listWaitsMs]) {
    if (waitMs > 0) await port.wait(waitMs)
    try {
      const response = await port.get('list-presentations', signal)
      if (!response.ok) throw new Error(await messageOf(response))
      return await presentationsOf(response)
    } catch (error) {
      if (signal?.aborted) throw error
      last = error
    }
  }
  throw new Error(errors.listInTheEnd, { cause: last })
}

export async function fetchFeatured(port: SlidesPort, signal?: AbortSignal): Promise<PresentationObject[]> {
  const response = await port.get('featured-presentations', signal)
  if (!response.ok) throw new Error(await messageOf(response))
  return presentationsOf(response)
}

async function presentationsOf(response: Response): Promise<PresentationObject[]> {
  const list = (await response.json()) as Linked<PresentationObject>[]
  return list.map((presentation) => ({ ...presentation, thumbnailUrl: thumbnailOf(presentation) }))
}

/** Other APIs may name the picture `thumbnailLink` (docs/specification.md B3). */
type Linked<T> = T & { thumbnailLink?: string }

function thumbnailOf({ thumbnailUrl, thumbnailLink }: Linked<{ thumbnailUrl?: string }>): string {
  return thumbnailUrl || thumbnailLink || ''
}

/**
 * The slides of a presentation, from the session's storage for five minutes.
 *
 * @throws Error with the answer's `error`, else 'Failed to fetch presentation slides'
 */
export async function fetchSlides(
  port: SlidesPort,
  {
    owner,
    presentationId,
    thumbnailSize = 'LARGE',
    isAnew = false,
    isDraft = false,
    versionId,
  }: SlidesWanted,
  signal?: AbortSignal,
): Promise<LoadedSlides> {
  if (!presentationId) throw new Error(errors.noId)
  const key = `${slidesKeyPrefix}${owner} ${versionId ?? presentationId} ${thumbnailSize}`
  const stored = isAnew || isDraft ? null : storedSlides(port, key)
  if (stored) return stored
  const query = new URLSearchParams({
    presentationId,
    thumbnailSize,
    ...(isDraft && { version: 'draft' }),
    ...(versionId && { versionId }),
  })
  const response = await port.get(`get-presentation-slides?${query}`, signal)
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as { error?: string } | null
    throw new Error(body?.error || errors.slides)
  }
  const body = (await response.json().catch(() => null)) as { title?: string; slides?: unknown } | null
  if (!Array.isArray(body?.slides)) throw new Error(errors.badAnswer)
  const loaded = {
    title: body.title ?? '',
    slides: (body.slides as Linked<Partial<SlideObject>>[]).map(wholeSlide),
  }
  if (isDraft) return loaded
  try {
    port.storage.setItem(key, JSON.stringify({ timestamp: port.now(), ...loaded }))
  } catch {}
  return loaded
}

function storedSlides(port: SlidesPort, key: string): LoadedSlides | null {
  try {
    const { timestamp, title, slides } = JSON.parse(port.storage.getItem(key) ?? '{}')
    const age = port.now() - timestamp
    return Array.isArray(slides) && age >= 0 && age < slidesFreshMs ? { title, slides } : null
  } catch {
    return null
  }
}

/** Adds the specification's defaults (docs/specification.md B3). */
export function wholeSlide(slide: Linked<Partial<SlideObject>>): SlideObject {
  const { id = '', exportUrl = '', content } = slide
  const thumbnailUrl = thumbnailOf(slide)
  return {
    id,
    thumbnailUrl,
    exportUrl,
    embedUrl: slide.embedUrl ?? '',
    alternativeUrls: slide.alternativeUrls ?? distinctUrls(thumbnailUrl, exportUrl),
    content: {
      elements: content?.elements ?? [],
      backgroundColor: content?.backgroundColor ?? '#FFFFFF',
      layoutType: content?.layoutType ?? 'default',
    },
  }
}

/** The message of a JSON body, else the raw text, else a default message. */
async function messageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '')
  try {
    const { message } = JSON.parse(text) as { message?: string }
    return message || errors.list
  } catch {
    return text || errors.list
  }
}

/** 1 s, doubled each time, at most 10 s. @param attempt from 0 */
export function featuredRetryMs(attempt: number): number {
  return Math.min(1_000 * 2 ** attempt, 10_000)
}
