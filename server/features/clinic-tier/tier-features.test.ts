// Without presentations and programs in the tier, existing ones stay usable and new ones are refused
// (docs/decisions/0157).
import { describe, expect, it } from 'vitest'
import type { Action } from '#server/clinic/action.ts'
import { paysForTier } from '#testing/money/clinic-tiers.ts'
import { aPresentation } from '#testing/presentations.ts'
import { aProgram, aProgramForm } from '#testing/programs.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { assignProgram } from '../assignments/assign-program.ts'
import { copySharedContent } from '../content/copy-shared-content.ts'
import { createContent } from '../content/create-content.ts'
import { publishContent } from '../content/publish-content.ts'
import { saveContent } from '../content/save-content.ts'
import { shareLibrary } from '../content/share-library.ts'
import { getPresentationSlides } from '../presentations/get-presentation-slides.ts'
import { addToProgram } from '../programs/add-to-program.ts'
import { copyProgramExample } from '../programs/copy-program-example.ts'
import { saveProgram } from '../programs/save-program.ts'

const test = await setUpServices({ now: '2027-01-20T15:00:00Z' })
const starter = await aClinic(test.db)
const professional = await aClinic(test.db)
await paysForTier(test.db, starter, 'starter', { since: '2026-12-20T15:00:00Z' })
await paysForTier(test.db, professional, 'professional', { since: '2026-12-20T15:00:00Z' })
const library = await aClinic(test.db)
const shared = (await aPresentation(test.db, library)).itemId
for (const { subdomain } of [starter, professional])
  await shareLibrary.call(test.services, library.admin.caller(), { subdomain, isShared: true })

const call = (action: Action, clinic: TestClinic, input: object) =>
  action.call(test.services, clinic.admin.caller(), input)
const draft = { title: 'Strong knees', category: 'Wellness', description: '' }

describe('a new presentation or program', () => {
  it.each([
    ['a presentation', createContent, () => ({ ...draft, type: 'presentation' }), 'type'],
    ['another clinic’s presentation', copySharedContent, () => ({ itemId: shared }), ''],
    ['a program', saveProgram, () => aProgramForm(), ''],
    ['one of Carefold’s programs', copyProgramExample, () => ({ key: 'sleep-optimization' }), ''],
  ] as const)(
    '%s is refused to Starter, with the plans that have it, and not to Professional',
    async (_name, action, input, path) => {
      await expect(call(action, starter, input())).rejects.toMatchObject({
        code: 'clinic_tier_lacks_feature',
        fields: [{ path, message: expect.stringContaining('part of the Professional and Enterprise plans') }],
      })
      await expect(call(action, professional, input())).resolves.toBeTruthy()
    },
  )

  it('an article, a video, a PDF and an image are part of every tier', async () => {
    for (const type of ['article', 'video', 'pdf', 'image'])
      await expect(call(createContent, starter, { ...draft, type })).resolves.toBeTruthy()
  })
})

describe('after a change to Starter', () => {
  it('a presentation is still read by patients, corrected and published', async () => {
    const patient = await aPatient(test.db, starter)
    const { itemId, slides } = await aPresentation(test.db, starter)
    const read = () => getPresentationSlides.call(test.services, patient.caller(), { presentationId: itemId })
    await expect(read()).resolves.toMatchObject({ title: 'Strong knees' })
    const body = { type: 'presentation', importing: null, slides, questions: [] }
    const words = { ...draft, title: 'Stronger knees', coverFileId: null }
    await call(saveContent, starter, { itemId, version: 1, ...words, body })
    await call(publishContent, starter, { itemId, version: 2 })
    await expect(read()).resolves.toMatchObject({ title: 'Stronger knees' })
  })

  it('a program is still changed, filled and assigned', async () => {
    const patient = await aPatient(test.db, starter)
    const { programId, sessionIds, itemIds } = await aProgram(test.db, starter, { sessions: 1 })
    await expect(
      call(assignProgram, starter, { programId, patientIds: [patient.patientId], planId: null }),
    ).resolves.toMatchObject({ assigned: 1 })
    const sessions = sessionIds.map((id) => ({
      ...{ id, title: 'Renamed', description: '', itemId: itemIds[0] ?? null, slidesItemId: null },
    }))
    await call(saveProgram, starter, aProgramForm({ programId, version: 1, sessions }))
    await call(addToProgram, starter, { programId, itemId: itemIds[0] })
  })
})
