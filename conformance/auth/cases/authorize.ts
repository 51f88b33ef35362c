import { get } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check } from '../checks.ts'
import { clientId, pkce, redirectTarget, withGoogle } from './setup/fake-provider.ts'

/** GET /authorize (docs/contracts/auth.md 3.5). */

export const authorize: Family = {
  name: 'authorize',
  cases: [
    refused('an unknown provider', get(`/authorize?provider=nobody&${pkce}`), 400, 'validation_failed', {
      settings: withGoogle,
      message: /^Unsupported provider: /,
      bothShapes: true,
    }),
    refused('a disabled provider', get(`/authorize?provider=google&${pkce}`), 400, 'validation_failed', {
      message: /^Unsupported provider: /,
    }),
    refused(
      'half of a PKCE pair',
      get(`/authorize?provider=google&code_challenge_method=s256`),
      400,
      'validation_failed',
      { settings: withGoogle },
    ),
    refused(
      'a malformed challenge',
      get('/authorize?provider=google&code_challenge=short&code_challenge_method=s256'),
      400,
      'validation_failed',
      { settings: withGoogle },
    ),
    refused(
      'no PKCE where it is required (docs/contracts/auth.md D17)',
      get('/authorize?provider=google'),
      400,
      'validation_failed',
      {
        settings: { ...withGoogle, implicitGrant: false },
      },
    ),
    refused(
      'a bad invite token',
      get(`/authorize?provider=google&invite_token=${'0'.repeat(48)}&${pkce}`),
      404,
      'user_not_found',
      { settings: withGoogle, bothShapes: true },
    ),
    aCase({
      name: 'the redirect to the provider',
      settings: withGoogle,
      request: get(`/authorize?provider=google&${pkce}&prompt=consent&Client_ID=evil&STATE=evil`),
      expect: { status: 302, headers: { location: /^https:\/\/google\.provider\.test\/authorize\?/ } },
      after(answer) {
        const sent = redirectTarget(answer).searchParams
        check(
          sent.get('client_id') === clientId && sent.get('prompt') === 'consent',
          'our parameters and the caller’s are sent',
        )
        check(!redirectTarget(answer).href.includes('evil'), 'nothing of the flow is taken from the request')
        check(/^[0-9a-f-]{36}$/.test(sent.get('state') ?? ''), 'the state is a uuid')
      },
    }),
  ],
}
