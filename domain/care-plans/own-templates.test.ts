import { expect, it } from 'vitest'
import { aCarePlanForm, aTheme } from '#testing/care-plans.ts'
import { templateForm, withoutPatient } from './own-templates.ts'

const parts = aCarePlanForm('5f0c1d54-0c4b-4b2e-9d0e-0d9a1c3b7a11')

it('omits data of one patient, and preserves the rest', () => {
  const general = withoutPatient({ ...parts, themes: [aTheme({ isFeatured: true })] })
  expect(general.steps).toEqual([{ title: 'First visit', note: '', on: '', state: 'planned' }])
  expect(general.themes).toEqual([
    aTheme({ isFeatured: true, patientScore: null, physicianScore: null, patientWords: '' }),
  ])
  expect(general.visits).toEqual(parts.visits)
})

it.each([
  ['no title', { title: ' ' }, 'title'],
  ['a title that is too long', { title: 'a'.repeat(121) }, 'title'],
  ['a fee that is no amount', { visits: [{ ...parts.visits[0], fee: 'ask' }] }, 'visits.0.fee'],
])('refuses %s at its field', (_what, changed, path) => {
  const { steps, themes, visits } = parts
  const form = { version: 0, title: 'Our first year', description: '', steps, themes, visits, ...changed }
  const { error } = templateForm('cad').safeParse(form)
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})
