import { describe, expect, it } from 'vitest'
import { askForChoices, choicesOf } from './archive-claims.ts'

describe('the operator decides', () => {
  const claims = [
    { name: 'tier', says: 'enterprise', default: 'free' },
    { name: 'rate', says: '0%', default: '12%' },
  ] as const

  it('by flags', () => {
    expect(choicesOf({ accept: 'tier,address', 'use-default': 'rate' })).toEqual({
      tier: 'accept',
      address: 'accept',
      rate: 'default',
    })
    expect(choicesOf({})).toEqual({})
    expect(() => choicesOf({ accept: 'tiers' })).toThrow('tiers is none of tier, rate, trail, address')
    expect(() => choicesOf({ accept: 'tier', 'use-default': 'tier' })).toThrow('tier is named twice')
  })

  it('by answers to questions that show both', async () => {
    const asked: string[] = []
    const answers = ['archive', ' default\n']
    const choices = await askForChoices(claims, async (question) => {
      asked.push(question)
      return answers.shift() ?? ''
    })
    expect(choices).toEqual({ tier: 'accept', rate: 'default' })
    expect(asked[0]).toContain('archive: enterprise\n  default: free')
    expect(asked[1]).toContain('archive: 0%\n  default: 12%')
  })

  it.each(['', 'y', 'Archive!'])('and %j is no answer', async (answer) => {
    await expect(askForChoices(claims, async () => answer)).rejects.toThrow('tier was not decided')
  })
})
