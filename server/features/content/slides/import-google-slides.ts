import { AppError } from '#domain/errors.ts'
import { consentInput } from '#domain/values/consent-return.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { SlidesRefused } from '#server/platform/google-slides/google-slides.ts'
import { drawGoogleSlidesJob, lockItem } from '../content-rules.ts'
import { openState } from './slides-state.ts'

/**
 * Imports a Google Slides presentation into a draft, after the caller's consent at Google. A job draws the slides into
 * the clinic's storage, and the working copy waits for them. Google's access token is stored encrypted and expires
 * within the hour.
 * @returns the document of the slides
 * @throws AppError `slides_import_over` if the return is another member's or clinic's, older than ten minutes, or used;
 * `slides_unavailable` if Google does not answer
 */
export const importGoogleSlides = outwardAction({
  name: 'import-google-slides',
  input: consentInput,
  access: 'content:write',
  async run(ctx, { code, state: sealed }): Promise<{ itemId: string; documentId: string }> {
    const slides = ctx.googleSlides
    if (!slides) throw new AppError('slides_not_offered')
    const state = openState(slides, sealed, Date.now())
    if (!state || state.userId !== ctx.userId || state.clinicId !== ctx.clinicId)
      throw new AppError('slides_import_over')
    const { itemId, presentationId } = state
    const token = await slides.exchange(code, state.verifier).catch((error: unknown) => {
      const isOver = error instanceof SlidesRefused && error.reason === 'not_shared'
      throw new AppError(isOver ? 'slides_import_over' : 'slides_unavailable')
    })
    const documentId = await ctx.files.keep(ctx.transactions, {
      kind: 'content_import',
      clinicId: ctx.clinicId,
      ownerId: ctx.userId,
      name: 'google-slides.txt',
      mediaType: 'text/plain',
      width: null,
      height: null,
      bytes: Buffer.from(`Google Slides ${presentationId}\n`),
    })
    await ctx.transactions.withActor(ctx.caller, (tx) =>
      asSystem(tx, async () => {
        await lockItem(tx, ctx.clinicId, itemId)
        const at = ctx.now()
        await tx
          .insertInto('content_documents')
          .values({
            clinic_id: ctx.clinicId,
            file_id: documentId,
            external_id: presentationId,
            created_at: at,
            updated_at: at,
          })
          .execute()
        await ctx.jobs.enqueue(
          tx,
          drawGoogleSlidesJob,
          {
            clinicId: ctx.clinicId,
            fileId: documentId,
            token: slides.secrets.seal(token, documentId).toString('base64'),
          },
          { once: documentId },
        )
      }),
    )
    return { itemId, documentId }
  },
})
