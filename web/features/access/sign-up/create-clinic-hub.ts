import type { ClinicHubForm, ClinicSignUpForm } from '#domain/access/forms.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { deviceZone } from '#domain/values/dates.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { refusalCode } from '#web/lib/fetch/refusals.ts'
import { auth } from '#web/lib/session/auth.ts'

/**
 * Signs an admin up; the auth service reserves the hub's address for this account until the email is confirmed.
 *
 * @param replaces id of an earlier sign-up with a mistyped address, whose reservation ends
 * @returns the account's id for `openHub`
 * @throws the auth service's refusal, also `subdomain_taken`, `subdomain_reserved` and `subdomain_invalid`
 */
export async function signUpAdmin(form: ClinicSignUpForm, replaces: string | null): Promise<string> {
  const { data, error } = await auth.signUp({
    email: form.email,
    password: form.password,
    options: {
      emailRedirectTo: `${location.origin}${paths.confirmEmail}`,
      data: {
        userType: 'clinicAdmin',
        full_name: form.adminName,
        clinicName: form.clinicName,
        subdomain: form.clinicSubdomain,
        timeZone: deviceZone(),
        ...(replaces ? { replacesSignUp: replaces } : {}),
      },
    },
  })
  if (error) throw error
  if (!data.user) throw new Error(accessTexts.signUp.noUser)
  return data.user.id
}

/**
 * Requests the clinic of a sign-up (docs/specification.md A4). It opens once the email is confirmed.
 *
 * @returns the clinic's subdomain
 * @throws ApiError
 */
export async function openHub(form: ClinicHubForm, userId: string): Promise<string> {
  const { clinic } = await callFunction('create-clinic-with-admin', {
    name: form.clinicName,
    subdomain: form.clinicSubdomain,
    userId,
    timeZone: deviceZone(),
  })
  if (!clinic?.subdomain) throw new Error(accessTexts.signUp.incompleteClinic)
  return clinic.subdomain
}

/** The auth service and the functions use the same codes: subdomain_taken, subdomain_reserved, subdomain_invalid. */
export function isAboutAddress(error: unknown): boolean {
  return refusalCode(error)?.startsWith('subdomain_') ?? false
}
