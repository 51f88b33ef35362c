import { type BroadcastPreview, previewBroadcastInput, reasonsOf } from '#domain/broadcasts/broadcasts.ts'
import { textOf, textParts, withName } from '#domain/broadcasts/inputs.ts'
import type { Reason } from '#domain/broadcasts/kinds.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { readAudience } from './audience.ts'
import { requireTexts } from './require-texts.ts'

const shownSamples = 3

/**
 * Returns how many patients of an audience get a message, why others do not, and its words for up to three of them.
 * Audits a read of these.
 * @throws AppError `invalid_input` at `of` if the choice does not exist, at `channel` if the clinic sends no texts
 */
export const previewBroadcast = action({
  name: 'preview-broadcast',
  input: previewBroadcastInput,
  access: 'messages:write',
  async run(tx, ctx, draft): Promise<BroadcastPreview> {
    const { channel } = draft
    if (channel === 'text') await requireTexts(tx, ctx)
    const { recipients } = await readAudience(tx, ctx, draft)
    const reasons = reasonsOf(recipients, draft)
    const withheld: Partial<Record<Reason, number>> = {}
    for (const reason of reasons.values()) if (reason) withheld[reason] = (withheld[reason] ?? 0) + 1
    const getting = recipients.filter(({ patientId }) => reasons.get(patientId) === null)
    const wordsFor = (name: string) =>
      channel === 'text' ? textOf(draft.body, name) : withName(draft.body, name)
    const shown = getting.slice(0, shownSamples)
    if (shown.length > 0)
      await recordRead(
        tx,
        ['patients'],
        shown.map(({ patientId }) => patientId),
        'preview-broadcast',
      )
    return {
      count: getting.length,
      withheld,
      samples: shown.map(({ name }) => ({
        name,
        subject: withName(draft.subject, name),
        body: wordsFor(name),
      })),
      parts:
        channel === 'text' ? getting.reduce((sum, { name }) => sum + textParts(wordsFor(name)), 0) : null,
    }
  },
})
