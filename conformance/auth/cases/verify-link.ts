import { get, post } from '../call.ts'
import { type AnyCase, aCase, type Family, refused } from '../case.ts'
import { siteUrl } from '../world.ts'
import { ban } from './setup/admin-case.ts'
import { waitingMail } from './setup/waiting-mail.ts'

/** GET /verify: links opened in a browser (docs/contracts/auth.md 3.2). */

const types = ['signup', 'recovery', 'magiclink', 'invite']

function openedLinks(type: string): AnyCase[] {
  return [
    aCase({
      name: `GET ${type}: redirects with a session in the fragment`,
      arrange: (world) => waitingMail(world, type),
      request: (state) => get(`/verify?token=${state.link}&type=${type}&redirect_to=${siteUrl}/welcome`),
      expect: {
        status: 303,
        headers: {
          location: new RegExp(
            `^${siteUrl}/welcome#access_token=.+&expires_at=\\d+&expires_in=3600&refresh_token=.+&token_type=bearer&type=${type}$`,
          ),
        },
      },
    }),
    aCase({
      name: `GET ${type}: a used link redirects with the error`,
      async arrange(world) {
        const state = await waitingMail(world, type)
        await world.send(post('/verify', { type, token_hash: state.link }))
        return state
      },
      request: (state) => get(`/verify?token=${state.link}&type=${type}`),
      expect: {
        status: 303,
        headers: {
          location:
            /#error=access_denied&error_code=otp_expired&error_description=Email\+link\+is\+invalid\+or\+has\+expired&sb=$/,
        },
      },
    }),
  ]
}

export const verifyLink: Family = {
  name: 'verify-link',
  cases: [
    ...types.flatMap(openedLinks),
    refused('GET without a token', get('/verify?type=signup'), 400, 'validation_failed', {
      bothShapes: true,
    }),
    refused('GET without a type', get('/verify?token=abc'), 400, 'validation_failed', { bothShapes: true }),
    aCase({
      name: 'GET with an unknown token',
      request: get('/verify?token=abc&type=signup'),
      expect: {
        status: 303,
        headers: {
          location: /#error=access_denied&error_code=otp_expired/,
          'referrer-policy': 'no-referrer',
        },
      },
    }),
    aCase({
      name: 'GET with a type meant for text messages',
      request: get('/verify?token=abc&type=sms'),
      expect: { status: 303, headers: { location: /#error=invalid_request&error_code=validation_failed/ } },
    }),
    aCase({
      name: 'GET with a PKCE token: the error also in the query',
      request: get('/verify?token=pkce_abc&type=signup'),
      expect: {
        status: 303,
        headers: { location: /\?error=access_denied&error_code=otp_expired.*#error=access_denied/ },
      },
    }),
    aCase({
      name: 'GET for a banned user',
      async arrange(world) {
        const person = await world.createUser()
        await world.send(post('/recover', { email: person.email }))
        const { link } = await world.lastMessage(person.email)
        await ban(world, person)
        return link
      },
      request: (link) => get(`/verify?token=${link}&type=recovery`),
      expect: { status: 303, headers: { location: /error_code=user_banned/ } },
    }),
  ],
}
