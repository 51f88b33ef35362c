import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  acceptInviteForm,
  clinicSignUpForm,
  inviteCompletionForm,
  patientSignUpForm,
} from '../access/forms.ts'
import { ownNameForm } from '../account/forms.ts'
import { clinicProfileInput, createClinicInput } from '../clinics/clinics.ts'
import { inviteForm, invitePatientInput } from '../invitations/invitations.ts'
import { clinicJoinInput } from '../memberships/inputs.ts'
import { savePlanInput } from '../plans/inputs.ts'
import { addSsoProviderInput } from '../single-sign-on/providers.ts'
import { oneLine } from './line-text.ts'
import { withNamesOnOneLine } from './one-line.ts'

describe('a text on one line', () => {
  it.each([
    ['Dana\r\nBcc: eve@example.test', 'Dana Bcc: eve@example.test'],
    ['Dana\u0000\u0007\u001b[31mFox', 'Dana [31mFox'],
    ['Dana\u0085\u2028\u2029Fox', 'Dana Fox'],
    ['Dana \u202exoF', 'Dana  xoF'],
    ['\n Dana Fox \t', 'Dana Fox'],
    ['Zoë  O’Neill 👩‍⚕️', 'Zoë  O’Neill 👩‍⚕️'],
  ])('%j becomes %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  it.each([' \u00a0\u2003', '\u200b\u200d\u2060', '\u3164\u115f', '\u2800', '\ufeff\u00ad\u202e'])(
    '%j has no visible character, and is empty',
    (text) => {
      expect(oneLine(text)).toBe('')
    },
  )

  it('applies to an account’s names, and to no other metadata', () => {
    const metadata = { full_name: 'A\nB', name: 'C\rD', bio: 'E\nF', first_name: 7 }
    expect(withNamesOnOneLine(metadata)).toEqual({
      full_name: 'A B',
      name: 'C D',
      bio: 'E\nF',
      first_name: 7,
    })
  })
})

describe('every schema with a name', () => {
  it.each<[string, z.ZodMiniType, string]>([
    ['clinic sign-up, person', clinicSignUpForm, 'adminName'],
    ['clinic sign-up, clinic', clinicSignUpForm, 'clinicName'],
    ['new clinic', createClinicInput, 'name'],
    ['clinic profile', clinicProfileInput, 'name'],
    ['clinic profile, tagline', clinicProfileInput, 'tagline'],
    ['clinic profile, phone', clinicProfileInput, 'phone'],
    ['patient sign-up', patientSignUpForm, 'name'],
    ['joining', clinicJoinInput, 'name'],
    ['invitation taken up', inviteCompletionForm, 'name'],
    ['invitation accepted, first name', acceptInviteForm, 'firstName'],
    ['invitation accepted, last name', acceptInviteForm, 'lastName'],
    ['own first name', ownNameForm, 'firstName'],
    ['own last name', ownNameForm, 'lastName'],
    ['invite form', inviteForm, 'name'],
    ['invitation', invitePatientInput, 'name'],
    ['plan', savePlanInput, 'name'],
    ['identity provider', addSsoProviderInput, 'name'],
  ])('%s has the name on one line', (_what, schema, field) => {
    const input = { ...rest, [field]: 'Harbor\r\nBcc: x' }
    const { data, error } = z.safeParse(schema, input)
    expect(error?.issues).toBeUndefined()
    expect((data as Record<string, unknown>)[field]).toBe('Harbor Bcc: x')
  })

  it('an invisible name is refused at its field', () => {
    const { error } = z.safeParse(patientSignUpForm, { ...rest, name: '\u200b\u2060\u3164' })
    expect(error?.issues).toMatchObject([{ path: ['name'] }])
  })

  it('puts each line of a plan on one line', () => {
    const { includes } = savePlanInput.parse({ ...rest, includes: ['Two\nvisits'] })
    expect(includes).toEqual(['Two visits'])
  })
})

const rest = {
  adminName: 'Dana Fox',
  name: 'Dana Fox',
  firstName: 'Dana',
  lastName: 'Fox',
  clinicName: 'Harbor',
  clinicSubdomain: 'harbor',
  subdomain: 'harbor',
  email: 'dana@example.test',
  password: 'a long password',
  confirmPassword: 'a long password',
  clinicId: '0197a3f0-0000-7000-8000-000000000001',
  role: 'staff',
  timeZone: 'America/Toronto',
  color: 'evergreen',
  kind: 'wellness',
  interval: 'month',
  amountCents: 5000,
  domains: 'example.test',
  way: 'metadata',
  metadata: '<xml/>',
  entityId: '',
  ssoUrl: '',
  certificate: '',
  emailAttribute: '',
  joinsAnyone: true,
}
