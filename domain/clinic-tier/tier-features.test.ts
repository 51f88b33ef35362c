import { describe, expect, it } from 'vitest'
import { productPlans } from './product-plans.ts'
import { featuresLost, includesFeature, missingFeatureText, tierIncludes } from './tier-features.ts'

const renewed = new Date('2026-12-15T10:00:00Z')

// spec: B9 A tier includes what its card says
describe('a tier includes the features on its card', () => {
  it.each([
    ['starter', 50, []],
    ['professional', 200, ['text_messages', 'advanced_education']],
    ['enterprise', null, ['text_messages', 'advanced_education', 'white_labeling']],
    ['free', null, ['text_messages', 'advanced_education']],
  ] as const)('%s', (tier, subscribers, features) => {
    expect(tierIncludes[tier]).toEqual({ subscribers, features })
  })

  it.each([
    ['text_messages', /SMS|All channels/],
    ['advanced_education', /Advanced education/],
    ['white_labeling', /White labeling/],
  ] as const)('%s is included only in the tiers whose card names it', (feature, words) => {
    for (const { id, features } of productPlans)
      expect(tierIncludes[id].features.includes(feature)).toBe(features.some((line) => words.test(line)))
  })
})

describe('a feature that the tier lacks', () => {
  const starter = { tier: 'starter', policy: 'tier', currentPeriodStart: renewed } as const

  it('ends with the first renewal after the limits began, not before', () => {
    const has = (start: string) =>
      includesFeature('text_messages', { ...starter, currentPeriodStart: new Date(start) })
    expect(has('2026-11-30T23:59:59Z')).toBe(true)
    expect(has('2026-12-01T00:00:00Z')).toBe(false)
  })

  it('is included in a month under commission, whatever tier began in it', () => {
    expect(includesFeature('advanced_education', starter)).toBe(false)
    expect(includesFeature('advanced_education', { ...starter, policy: 'partnership' })).toBe(true)
  })

  it('names the plans that include it', () => {
    expect(missingFeatureText('text_messages')).toBe(
      'Text messages to patients are part of the Professional and Enterprise plans. Patients who allow emails get emails instead.',
    )
    expect(missingFeatureText('white_labeling')).toContain('With the Enterprise plan,')
  })
})

it('a change to a smaller tier lists the lost features', () => {
  expect(featuresLost('enterprise', 'starter')).toEqual([
    'text_messages',
    'advanced_education',
    'white_labeling',
  ])
  expect(featuresLost('enterprise', 'professional')).toEqual(['white_labeling'])
  expect(featuresLost('starter', 'enterprise')).toEqual([])
})
