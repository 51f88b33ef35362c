import { describe, expect, it } from 'vitest'
import { formTexts } from '../texts/forms.ts'
import { answerLines } from './answer-lines.ts'
import type { Answer, FieldKind, FormField } from './forms.ts'
import { problemsOf } from './inputs.ts'

const rules = formTexts.validation
const aField = (kind: FieldKind, changes: Partial<FormField> = {}): FormField => ({
  ...{ id: 'f', kind, label: kind, hint: '', isRequired: true, isLong: false, isMany: false },
  options: kind === 'choice' ? ['Yes', 'No'] : [],
  ...changes,
})
const problem = (field: FormField, answer?: Answer) =>
  problemsOf([field], answer === undefined ? {} : { f: answer }, 'US')
const health = {
  ...{ version: 0, allergies: 'Nuts', medications: '', medicalConditions: '' },
  ...{ emergencyContact: '', emergencyPhone: '' },
}

describe('problemsOf', () => {
  it.each<[FormField, Answer | undefined, string]>([
    [aField('text'), undefined, rules.answerMissing],
    [aField('text'), '', rules.answerMissing],
    [aField('choice'), 'Maybe', rules.choice],
    [aField('choice'), ['Yes'], rules.choice],
    [aField('choice', { isMany: true }), ['Yes', 'Maybe'], rules.choice],
    [aField('choice', { isMany: true }), [], rules.answerMissing],
    [aField('date'), '2026-02-30', rules.date],
    [aField('scale'), '11', rules.scale],
    [aField('consent'), '', rules.consentMissing],
    [aField('consent'), 'no', rules.consentMissing],
    [aField('health'), undefined, rules.healthMissing],
  ])('%o with %j', (field, answer, message) => {
    expect(problem(field, answer)).toEqual({ f: message })
  })

  it.each<[FormField, Answer | undefined]>([
    [aField('text', { isRequired: false }), ''],
    [aField('heading'), undefined],
    [aField('choice'), 'Yes'],
    [aField('choice', { isMany: true }), ['Yes', 'No']],
    [aField('date'), '2026-02-28'],
    [aField('scale'), '0'],
    [aField('consent'), 'yes'],
    [aField('health'), health],
  ])('accepts %o with %j', (field, answer) => {
    expect(problem(field, answer)).toEqual({})
  })

  it('names the field of health information', () => {
    expect(problem(aField('health'), { ...health, emergencyPhone: 'my brother' })).toEqual({
      'f.emergencyPhone': expect.any(String),
    })
  })
})

describe('answerLines', () => {
  it.each<[FormField, Answer | undefined, string[]]>([
    [aField('text'), undefined, []],
    [aField('text'), 'one\ntwo', ['one', 'two']],
    [aField('choice', { isMany: true }), ['Yes', 'No'], ['Yes', 'No']],
    [aField('date'), '2026-02-28', ['Feb 28, 2026']],
    [aField('scale'), '7', ['7 of 10']],
    [aField('consent'), 'yes', [formTexts.agreed]],
    [aField('consent'), '', []],
  ])('%o with %j', (field, answer, lines) => {
    expect(answerLines(field, answer)).toEqual(lines)
  })

  it('prints all health information', () => {
    expect(answerLines(aField('health'), health)).toContain('Allergies: Nuts')
    expect(answerLines(aField('health'), health)).toContain('Medications: Not answered')
  })
})
