import { describe, expect, it } from 'vitest'
import { htmlPage } from './html-page.ts'
import { askForReports, dataPolicy } from './security-headers.ts'

const policyOf = (videoProviders: ('youtube' | 'vimeo')[], slideFrames: 'google'[] = []) =>
  htmlPage('<p>', { videoProviders, slideFrames }).headers.get('Content-Security-Policy')?.split('; ') ?? []

it('a page frames nothing and loads everything from its own origin', () => {
  const policy = policyOf([])
  expect(policy).toContain("default-src 'none'")
  expect(policy.join(' ')).not.toMatch(/https?:|\*|unsafe|frame-src/)
})

it('frames the players of the configured services only, and changes nothing else', () => {
  const frames = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com'
  expect(policyOf(['youtube', 'vimeo']).filter((rule) => !policyOf([]).includes(rule))).toEqual([frames])
  expect(policyOf(['vimeo'])).toContain('frame-src https://player.vimeo.com')
})

it('frames a provider’s slides only if configured', () => {
  expect(policyOf([], ['google']).filter((rule) => !policyOf([]).includes(rule))).toEqual([
    'frame-src https://docs.google.com',
  ])
})

it('forbids data to act as a page', () => {
  for (const rule of ["default-src 'none'", "base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
    expect(dataPolicy).toContain(rule)
})

describe('where violations are reported', () => {
  const asked = (policy: string | null, isHttps: boolean) => {
    const headers = new Headers(policy === null ? {} : { 'Content-Security-Policy': policy })
    askForReports(headers, { isHttps })
    return Object.fromEntries(headers)
  }

  it('is the page’s own origin, for browsers with reporting endpoints and for others', () => {
    expect(asked("default-src 'none'", true)).toEqual({
      'content-security-policy': "default-src 'none'; report-uri /reports/v1; report-to csp",
      'reporting-endpoints': 'csp="/reports/v1"',
    })
  })

  it('is only in the older directive over plain http, because Chromium ignores it beside the newer one', () => {
    expect(asked("default-src 'none'", false)).toEqual({
      'content-security-policy': "default-src 'none'; report-uri /reports/v1",
    })
  })

  it('is absent without a policy', () => {
    expect(asked(null, true)).toEqual({})
  })
})
