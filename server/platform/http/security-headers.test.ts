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

it('only the players of the services that the settings name may be framed, and nothing else changes', () => {
  const frames = 'frame-src https://www.youtube-nocookie.com https://player.vimeo.com'
  expect(policyOf(['youtube', 'vimeo']).filter((rule) => !policyOf([]).includes(rule))).toEqual([frames])
  expect(policyOf(['vimeo'])).toContain('frame-src https://player.vimeo.com')
})

it("a provider's slides may be framed only where the settings name it", () => {
  expect(policyOf([], ['google']).filter((rule) => !policyOf([]).includes(rule))).toEqual([
    'frame-src https://docs.google.com',
  ])
})

it('data is never a page', () => {
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

  it('is told over plain http by the older directive alone, which Chromium ignores beside the newer one', () => {
    expect(asked("default-src 'none'", false)).toEqual({
      'content-security-policy': "default-src 'none'; report-uri /reports/v1",
    })
  })

  it('is told by nothing that has no policy', () => {
    expect(asked(null, true)).toEqual({})
  })
})
