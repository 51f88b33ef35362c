import { describe, expect, it } from 'vitest'
import { aCarePlanForm, aTheme } from '#testing/care-plans.ts'
import { carePlanForm, carePlanOf, formOfCarePlan } from './care-plans.ts'
import { categoriesOf, totalFees } from './shown-plan.ts'
import { carePlanTemplates } from './templates.ts'

const patientId = '5f0c1d54-0c4b-4b2e-9d0e-0d9a1c3b7a11'
const visit = { visit: 'Check-up', timing: '', purpose: '', code: '' }
const withFee = (fee: string) => aCarePlanForm(patientId, { visits: [{ ...visit, fee }] })

describe('fees', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['85', 8500],
    ['$87.35', 8735],
    ['1,450.75', 145075],
  ])('stores “%s” as %s cents, and reads it again as an amount', (fee, feeCents) => {
    const form = carePlanForm('cad').parse(withFee(fee))
    const plan = carePlanOf(form, 'cad')
    expect(plan.visits[0]?.feeCents).toBe(feeCents)
    const again = formOfCarePlan(patientId, { plan, version: 1 }, 'cad')
    expect(carePlanOf(again, 'cad')).toEqual(plan)
  })

  it.each(['about 80', '-5', '87.355', '1.000.000', '100000000'])('refuses “%s” at its field', (fee) => {
    const { error } = carePlanForm('cad').safeParse(withFee(fee))
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['visits.0.fee'])
  })

  it('totals the fees that are given', () => {
    expect(totalFees([])).toBeNull()
    expect(totalFees([{ ...visit, feeCents: null }])).toBeNull()
    expect(totalFees([8735, null, 0, 7010].map((feeCents) => ({ ...visit, feeCents })))).toBe(15745)
  })
})

describe('themes', () => {
  const check = (themes: ReturnType<typeof aTheme>[]) =>
    carePlanForm('cad').safeParse(aCarePlanForm(patientId, { themes })).success

  it('are scored from 0 to 10, or not yet', () => {
    for (const patientScore of [null, 0, 10]) expect(check([aTheme({ patientScore })])).toBe(true)
    for (const patientScore of [-1, 11, 7.5, Number.NaN])
      expect(check([aTheme({ patientScore })])).toBe(false)
  })

  it('have at most one featured', () => {
    expect(check([aTheme({ isFeatured: true }), aTheme()])).toBe(true)
    expect(check([aTheme({ isFeatured: true }), aTheme({ isFeatured: true })])).toBe(false)
  })

  it('name each category once, in order', () => {
    const themes = ['Nutrition', 'Wellness', 'Nutrition'].map((category) => aTheme({ category }))
    expect(categoriesOf(themes)).toEqual(['Nutrition', 'Wellness'])
  })

  it('preserve lines and drop characters that the database cannot store', () => {
    const form = aCarePlanForm(patientId, { themes: [aTheme({ patientWords: ' One\r\nTwo\u0000 ' })] })
    expect(carePlanForm('cad').parse(form).themes[0]?.patientWords).toBe('One\nTwo')
  })
})

it.each(carePlanTemplates.map((template) => [template.title, template] as const))(
  'the template “%s” can be saved unchanged',
  (_title, { steps, themes, visits }) => {
    expect(carePlanForm('cad').safeParse({ patientId, version: 0, steps, themes, visits }).success).toBe(true)
  },
)

it('the Ontario template has the specified codes in order', () => {
  const ontario = carePlanTemplates.find(({ key }) => key === 'ontario-visits')
  expect(ontario?.visits.map(({ code }) => code)).toEqual(['K131', 'A003', 'K013', 'K005'])
})
