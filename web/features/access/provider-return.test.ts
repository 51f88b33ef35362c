import { describe, expect, it } from 'vitest'
import { googleFailure } from './google-failure.ts'
import { leadBackFromProvider, readProviderReturn } from './provider-return.ts'

const code = '8d7f4a3e-5f0e-4c0e-9a3b-0d6c2f1e7a55'
const lead = (query: string) =>
  leadBackFromProvider({ request: new Request(`http://carefold.localhost/${query}`) })?.headers.get(
    'location',
  )

describe('the site’s root', () => {
  it.each([
    [`?code=${code}`, `/auth/callback?code=${code}`],
    [`?c=sunrise&code=${code}`, `/auth/callback?code=${code}&c=sunrise`],
    [
      '?error=access_denied&error_code=user_banned&error_description=x',
      '/auth/callback?error_code=user_banned',
    ],
    ['?error=server_error', '/auth/callback?error_code=server_error'],
    ['?error_code=%3Cscript%3E', '/auth/callback?error_code=server_error'],
  ])('forwards %s to %s', (query, location) => {
    expect(lead(query)).toBe(location)
  })

  it.each(['', '?c=sunrise', '?code=', '?code=SPRING-SALE', '?message=hello'])(
    'shows its page for %j',
    (query) => {
      expect(lead(query)).toBeUndefined()
    },
  )
})

describe('the message after a failed Google sign-in', () => {
  // spec: A8 A failed Google sign-in has its message by intent
  it('has the specification’s wording, by intent', () => {
    expect(googleFailure('sign-in', 'server_error')).toEqual({
      title: 'Google Sign-In Failed',
      text: 'Failed to sign in with Google.',
    })
    for (const intent of ['join', 'patient-sign-up', 'clinic-sign-up'] as const) {
      expect(googleFailure(intent, null)).toEqual({
        title: 'Google Sign-up Failed',
        text: 'An unexpected error occurred with Google sign-up.',
      })
    }
  })

  it('names a known reason, never text from the URL', () => {
    expect(googleFailure('sign-in', 'access_denied').text).toMatch(/^You canceled/)
    expect(googleFailure('sign-in', 'constructor').text).toBe('Failed to sign in with Google.')
    expect(readProviderReturn(new URLSearchParams('error=Call+0800'))).toEqual({ refusal: 'server_error' })
  })
})

describe('a refusal by an organization’s provider', () => {
  it('has its own wording, not Google’s', () => {
    expect(googleFailure('organization', 'sso_no_access')).toEqual({
      title: 'Sign-in with your organization failed',
      text: 'Your clinic has not given you access. Please ask its admin.',
    })
    const unknown = googleFailure('organization', 'constructor')
    expect(unknown.text).toMatch(/^Your organization’s answer/)
    expect(googleFailure('organization', null)).toEqual(unknown)
  })
})
