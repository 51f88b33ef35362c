import { describe, expect, it } from 'vitest'
import { formTexts } from '../texts/forms.ts'
import { answerLines } from './answer-lines.ts'
import type { Answer, FieldKind, FormField } from './forms.ts'
import { problemsOf, saveAnswersInput, saveFormInput } from './inputs.ts'
import { mostPoints, mostStrokes, pathOf, simplified } from './strokes.ts'

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
const files = {
  files: [{ id: 'a', name: 'scan.pdf', mediaType: 'application/pdf', sizeBytes: 2_500_000, sha256: '0' }],
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
    [aField('file'), undefined, rules.fileMissing],
    [aField('file'), 'scan.pdf', rules.fileMissing],
    [aField('signature'), '', rules.signatureMissing],
    [aField('signature'), 'Dana Fox', rules.signatureMissing],
    [aField('text'), { strokes: [[1, 1]] }, rules.answerMissing],
    [aField('choice'), { typed: 'Yes' }, rules.answerMissing],
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
    [aField('file'), files],
    [aField('file', { isRequired: false }), undefined],
    [aField('signature'), { strokes: [[1, 1, 20, 30]] }],
    [aField('signature'), { typed: 'Dana Fox' }],
    [aField('signature', { isRequired: false }), ''],
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
    [aField('file'), files, ['scan.pdf, 2.5 MB']],
    [aField('signature'), { strokes: [[1, 1]] }, ['Signed by drawing']],
    [aField('signature'), { typed: 'Dana Fox' }, ['Dana Fox (typed)']],
  ])('%o with %j', (field, answer, lines) => {
    expect(answerLines(field, answer)).toEqual(lines)
  })

  it('prints all health information', () => {
    expect(answerLines(aField('health'), health)).toContain('Allergies: Nuts')
    expect(answerLines(aField('health'), health)).toContain('Medications: Not answered')
  })
})

describe('a signature', () => {
  const accepts = (answer: unknown) =>
    saveAnswersInput.safeParse({ requestId: crypto.randomUUID(), answers: { [crypto.randomUUID()]: answer } })
      .success

  it.each<[string, unknown]>([
    [
      'lines in the box',
      {
        strokes: [
          [0, 0, 600, 200],
          [7, 8],
        ],
      },
    ],
    ['a typed name', { typed: 'Dana Fox' }],
    ['none', ''],
  ])('accepts %s', (_what, answer) => {
    expect(accepts(answer)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['no line', { strokes: [] }],
    ['a line without a point', { strokes: [[]] }],
    ['half a point', { strokes: [[1, 2, 3]] }],
    ['a point beside the box', { strokes: [[601, 0]] }],
    ['a point below the box', { strokes: [[0, 201]] }],
    ['a negative point', { strokes: [[-1, 0]] }],
    ['fractions', { strokes: [[1.5, 0]] }],
    ['text', { strokes: [['1', '2']] }],
    ['too many lines', { strokes: Array.from({ length: mostStrokes + 1 }, () => [1, 1]) }],
    ['too many points', { strokes: [Array.from({ length: 2 * mostPoints + 2 }, () => 1)] }],
    ['lines and a name', { strokes: [[1, 1]], typed: 'Dana Fox' }],
    ['an empty name', { typed: ' ' }],
    ['files', files],
  ])('refuses %s', (_what, answer) => {
    expect(accepts(answer)).toBe(false)
  })

  it('has fewer points on straight lines; corners and dots remain', () => {
    const corner = [0, 0, 10, 0, 20, 0, 20, 10, 20, 20]
    expect(simplified(corner)).toEqual([0, 0, 20, 0, 20, 20])
    expect(simplified([5, 5])).toEqual([5, 5])
    expect(simplified([0, 0, 40, 0, 0, 0])).toEqual([0, 0, 40, 0, 0, 0])
  })

  it('is the path of its lines', () => {
    expect(
      pathOf([
        [1, 2, 3, 4],
        [5, 6],
      ]),
    ).toBe('M1 2L3 4M5 6L5 6')
  })
})

it.each(['file', 'signature'] as const)('a form has at most five parts %s', (kind) => {
  const form = (count: number) => ({
    ...{ version: 0, title: 'A form', occasion: 'request', visitTypes: [], repeats: 'once', isActive: true },
    fields: Array.from({ length: count }, () => aField(kind, { id: crypto.randomUUID() })),
  })
  expect(saveFormInput.safeParse(form(5)).success).toBe(true)
  expect(saveFormInput.safeParse(form(6)).error?.issues[0]?.message).toMatch(/^A form has at most 5/)
})
