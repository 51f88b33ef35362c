/** Rules and wording: docs/specification.md A5. */
import * as z from 'zod/mini'
import { accessTexts } from '../texts/access.ts'
import { onOneLine } from '../values/one-line.ts'

const rules = accessTexts.validation

const email = z.string().check(z.trim(), z.email(rules.email))
const newPassword = z.string().check(z.minLength(8, rules.password))
const nameOf = (minLength: number, message: string) =>
  z.string().check(onOneLine(), z.minLength(minLength, message))

/** Runs once each field is valid; the error belongs to the second field. */
function samePassword<T extends { password: string; confirmPassword: string }>() {
  return z.refine<T>((form) => form.password === form.confirmPassword, {
    error: rules.passwordsDiffer,
    path: ['confirmPassword'],
  })
}

/** Checks presence only: older accounts may break today's rules. */
export const loginForm = z.object({
  email: z.string().check(z.trim(), z.minLength(1, rules.emailRequired)),
  password: z.string().check(z.minLength(1, rules.passwordRequired)),
})
export type LoginForm = z.infer<typeof loginForm>

/** docs/contracts/auth.md D19 */
export interface PasswordOfSignUp {
  /** True if the person does not know the sign-up's password and sets another. */
  isNew: boolean
  password: string
}

const isPasswordGiven = z.refine<PasswordOfSignUp>(({ password }) => password !== '', {
  error: rules.passwordRequired,
  path: ['password'],
})
const isNewPasswordLong = z.refine<PasswordOfSignUp>(
  ({ isNew, password }) => !isNew || password === '' || password.length >= 8,
  { error: rules.password, path: ['password'] },
)
const passwordOfSignUp = { isNew: z.boolean(), password: z.string() }

export const confirmSignUpForm = z.object(passwordOfSignUp).check(isPasswordGiven, isNewPasswordLong)
export type ConfirmSignUpForm = z.infer<typeof confirmSignUpForm>

export const confirmCodeForm = z
  .object({
    email,
    code: z.string().check(z.trim(), z.regex(/^\d{6}$/, rules.code)),
    ...passwordOfSignUp,
  })
  .check(isPasswordGiven, isNewPasswordLong)
export type ConfirmCodeForm = z.infer<typeof confirmCodeForm>

const storedAddress = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(255), z.email(rules.email))

/** The correction of an address before its first proof (docs/contracts/auth.md 3.10). */
export const correctAddressForm = z
  .object({
    /** Of the account, until now. */
    email: storedAddress,
    newEmail: storedAddress,
    password: z.string().check(z.minLength(1, rules.passwordRequired), z.maxLength(1_024)),
  })
  .check(
    z.refine(({ email, newEmail }) => email !== newEmail, {
      error: accessTexts.correctAddress.same,
      path: ['newEmail'],
    }),
  )
export type CorrectAddressForm = z.infer<typeof correctAddressForm>

export const resetCodeForm = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, rules.code)),
})
export type ResetCodeForm = z.infer<typeof resetCodeForm>

export const patientSignUpForm = z.object({
  name: nameOf(2, rules.name),
  email,
  password: newPassword,
})
export type PatientSignUpForm = z.infer<typeof patientSignUpForm>

/** For a caller with a session: the name is prefilled and may be empty. */
export const inviteCompletionForm = z.object({
  name: z.string().check(
    onOneLine(),
    z.refine((name) => name === '' || name.length >= 2, rules.name),
  ),
  password: newPassword,
})
export type InviteCompletionForm = z.infer<typeof inviteCompletionForm>

export const clinicSignUpForm = z.object({
  adminName: nameOf(3, rules.adminName),
  email,
  password: newPassword,
  clinicName: nameOf(3, rules.clinicName),
  clinicSubdomain: z
    .string()
    .check(z.minLength(3, rules.subdomainLength), z.regex(/^[a-z0-9-]*$/, rules.subdomainCharacters)),
})
export type ClinicSignUpForm = z.infer<typeof clinicSignUpForm>

/** For a signed-in caller, for example with Google. */
export const clinicHubForm = z.pick(clinicSignUpForm, { clinicName: true, clinicSubdomain: true })
export type ClinicHubForm = z.infer<typeof clinicHubForm>

export const acceptInviteForm = z
  .object({
    firstName: nameOf(2, rules.firstName),
    lastName: nameOf(2, rules.lastName),
    password: newPassword,
    confirmPassword: z.string(),
  })
  .check(samePassword())
export type AcceptInviteForm = z.infer<typeof acceptInviteForm>

export const forgotPasswordForm = z.object({
  email: z.string().check(z.trim(), z.email(rules.emailSentence)),
})
export type ForgotPasswordForm = z.infer<typeof forgotPasswordForm>

export const updatePasswordForm = z
  .object({
    password: z.string().check(z.minLength(8, rules.passwordLong)),
    confirmPassword: z.string(),
  })
  .check(samePassword())
export type UpdatePasswordForm = z.infer<typeof updatePasswordForm>
