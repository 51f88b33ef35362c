import * as z from 'zod/mini'
import type { PresentationObject } from '#domain/presentations/presentations.ts'
import { action } from '#server/clinic/action.ts'
import { seenPresentations } from './seen-presentations.ts'
import { pagesOf, presentationObject } from './slides-of.ts'

/**
 * Returns the published and featured presentations, newest first; the screen shows the first (docs/specification.md
 * B7). Called by GET.
 */
export const featuredPresentations = action({
  name: 'featured-presentations',
  input: z.object({}),
  access: 'signed-in',
  mayBeOld: true,
  async run(tx, ctx): Promise<PresentationObject[]> {
    const presentations = (await seenPresentations(tx, ctx)).filter(({ isFeatured }) => isFeatured)
    const pages = await pagesOf(
      tx,
      ctx,
      presentations.flatMap(({ slides }) => slides.slice(0, 1)),
    )
    return presentations.map((presentation) => presentationObject(ctx, presentation, pages))
  },
})
