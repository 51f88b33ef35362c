import { AppError } from '#domain/errors.ts'
import { presentationSlidesInput } from '#domain/presentations/inputs.ts'
import type { PresentationSlides } from '#domain/presentations/presentations.ts'
import { action } from '#server/clinic/action.ts'
import { seenPresentations } from './seen-presentations.ts'
import { pagesOf, slideObject } from './slides-of.ts'

/**
 * Returns the slides of a presentation (docs/specification.md B3, B7). Called by GET. Picture addresses are signed for
 * the caller, for at least five minutes.
 * @throws AppError `invalid_input` without an id; `not_found`
 */
export const getPresentationSlides = action({
  name: 'get-presentation-slides',
  input: presentationSlidesInput,
  access: 'signed-in',
  guardians: 'full',
  async run(tx, ctx, { presentationId, thumbnailSize, version, versionId }): Promise<PresentationSlides> {
    const [presentation] = await seenPresentations(tx, ctx, {
      itemId: presentationId,
      isDraft: version === 'draft',
      versionId,
    })
    if (!presentation) throw new AppError('not_found')
    const { title, slides } = presentation
    const pages = await pagesOf(tx, ctx, slides)
    return {
      success: true,
      presentationId,
      title,
      slides: slides.map((slide, at) =>
        slideObject(ctx, presentationId, slide, at + 1, pages, thumbnailSize),
      ),
    }
  },
})
