import type { ClinicSignUpForm } from '#domain/access.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { callFunction } from '../../lib/api.ts'
import { auth } from '../../lib/auth.ts'
import { paths } from '../../paths.ts'

/**
 * Signs an admin up and makes their clinic (seed 1, section 4).
 *
 * The address is held from the first call on; the clinic is real once the e-mail is confirmed.
 * @returns the clinic's subdomain
 * @throws the auth service's refusal, ApiError, or an Error in words for the person
 */
export async function createClinicHub(form: ClinicSignUpForm): Promise<string> {
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
      },
    },
  })
  if (error) throw error
  if (!data.user) throw new Error(accessTexts.signUp.noUser)

  const { clinic } = await callFunction<{ clinic?: { subdomain?: string } }>('create-clinic-with-admin', {
    name: form.clinicName,
    subdomain: form.clinicSubdomain,
    userId: data.user.id,
  })
  if (!clinic?.subdomain) throw new Error(accessTexts.signUp.incompleteClinic)
  return clinic.subdomain
}
