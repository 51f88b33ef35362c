import { AppError } from '#domain/errors.ts'
import { googlePresentationId, startSlidesImportInput } from '#domain/presentations/google-slides.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { newVerifier } from '#server/platform/google-slides/connection.ts'
import { lockItem } from '../content-rules.ts'
import { sealState, slidesStateMs } from './slides-state.ts'

/**
 * Starts an import from Google Slides.
 * @returns the address of Google's consent page
 * @throws AppError `not_found`; `slides_not_offered` without Google's settings
 */
export const startSlidesImport = action({
  name: 'start-slides-import',
  input: startSlidesImportInput,
  access: 'content:write',
  async run(tx, ctx, { itemId, address }): Promise<{ url: string }> {
    const item = await asSystem(tx, () => lockItem(tx, ctx.clinicId, itemId))
    if (item.type !== 'presentation') throw new AppError('invalid_input')
    const slides = ctx.googleSlides
    if (!slides) throw new AppError('slides_not_offered')
    const verifier = newVerifier()
    const state = sealState(slides, {
      clinicId: ctx.clinicId,
      subdomain: ctx.caller.clinic ?? '',
      userId: ctx.userId,
      itemId,
      presentationId: googlePresentationId(address) ?? '',
      verifier,
      expiresAt: Date.now() + slidesStateMs,
    })
    return { url: slides.authorizeUrl(state, verifier) }
  },
})
