import { setTimeout as sleep } from 'node:timers/promises'
import { type ThumbnailSize, thumbnailWidths } from '#domain/presentations/presentations.ts'
import type { Services } from '#server/clinic/action.ts'
import { detectType } from '#server/platform/files/file-type.ts'
import { type PictureOwner, PictureRefused, redrawPicture } from '#server/platform/files/pictures.ts'
import {
  type GoogleSlidesApi,
  getPresentation,
  getThumbnail,
  type SlidesRefusal,
  SlidesRefused,
} from '#server/platform/google-slides/google-slides.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { drawGoogleSlidesJob } from '../content-rules.ts'
import { type DrawnDocument, isFull, type PageToKeep, storedPages } from './stored-pages.ts'

interface SlidesToDraw extends DrawnDocument {
  token: string
}

/** Google returns sixty pictures a minute for each user. */
export const busyMs = 20_000
const mostWaits = 30

const reasons: Record<SlidesRefusal, string> = {
  not_shared: 'not_shared',
  too_many_slides: 'too_many_pages',
  too_large: 'too_large',
  busy: 'unavailable',
  failed: 'unavailable',
}

/**
 * Copies a Google Slides presentation: each slide's picture in three sizes, with its words and notes. Stores none of
 * Google's addresses, which end after 30 minutes (docs/domain-rules.md rule 42). An interrupted job restarts, until its
 * token ends.
 * @param wait while Google is busy
 */
export function drawGoogleSlides(
  services: Pick<Services, 'transactions' | 'files' | 'clock' | 'log' | 'googleSlides'>,
  wait: (ms: number) => Promise<unknown> = sleep,
) {
  const { log, googleSlides } = services
  const pages = storedPages(services, 'job:content.draw-google-slides')
  return defineJob<SlidesToDraw>({
    name: drawGoogleSlidesJob,
    retryLimit: 3,
    retryDelaySeconds: 60,
    async run({ token: sealed, ...document }): Promise<JobResult> {
      const begun = await pages.begin(document)
      if (!begun?.externalId) return { drawn: false, reason: 'settled before' }
      try {
        if (!googleSlides) throw new SlidesRefused('failed')
        const token = googleSlides.secrets.open(Buffer.from(sealed, 'base64'), document.fileId)
        const patient = withinDeadline(wait)
        const { api } = googleSlides
        const { slides } = await patient(() => getPresentation(api, token, begun.externalId ?? ''))
        if (slides.length === 0) throw new SlidesRefused('failed')
        const owner = { clinicId: document.clinicId, ownerId: begun.ownerId }
        for (const [at, slide] of slides.entries()) {
          const drawn = await patient(() =>
            drawSlide(api, token, begun.externalId ?? '', slide.pageId, owner),
          )
          const { pageId: externalId, text, notes } = slide
          await pages.keep(document, begun.ownerId, { number: at + 1, text, notes, externalId, ...drawn })
        }
        await pages.settle(document, { pages: slides.length })
        return { drawn: true, pages: slides.length }
      } catch (error) {
        const reason = reasonOf(error)
        if (!reason) throw error
        await pages.settle(document, { reason })
        log.info('content.slides_refused', { fileId: document.fileId, reason })
        return { drawn: false, reason }
      }
    },
    giveUp: (document) => pages.settle(document, { reason: 'unavailable' }),
  })
}

function reasonOf(error: unknown): string | null {
  if (error instanceof SlidesRefused) return reasons[error.reason]
  if (error instanceof PictureRefused) return 'damaged'
  return isFull(error) ? 'storage_full' : null
}

function withinDeadline(wait: (ms: number) => Promise<unknown>) {
  let waits = 0
  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof SlidesRefused) || error.reason !== 'busy' || waits >= mostWaits) throw error
        waits += 1
        await wait(busyMs)
      }
    }
  }
}

type Drawn = Pick<PageToKeep, 'width' | 'height' | 'pictures'>

/** @throws SlidesRefused, PictureRefused */
async function drawSlide(
  api: GoogleSlidesApi,
  token: string,
  presentationId: string,
  pageId: string,
  owner: PictureOwner,
): Promise<Drawn> {
  const bytes = Buffer.from(await getThumbnail(api, token, presentationId, pageId))
  const type = await detectType(
    async (start, length) => bytes.subarray(start, start + length),
    bytes.byteLength,
  )
  if (type !== 'image/png' && type !== 'image/jpeg') throw new PictureRefused('no picture')
  const draw = (size: ThumbnailSize) =>
    redrawPicture(owner, async () => bytes, type, {
      width: thumbnailWidths[size],
      height: 10_000,
      compact: true,
    })
  const [large, medium, small] = [await draw('LARGE'), await draw('MEDIUM'), await draw('SMALL')]
  return {
    width: large.width,
    height: large.height,
    pictures: { LARGE: large.bytes, MEDIUM: medium.bytes, SMALL: small.bytes },
  }
}
