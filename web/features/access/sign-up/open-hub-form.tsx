import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ClinicHubForm } from '#domain/access/forms.ts'
import { landingAfterSignIn } from '#domain/memberships/memberships.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { goTo, landingUrl } from '#web/features/shell/landing.ts'
import { errorSentence } from '#web/lib/fetch/refusals.ts'
import { useAddressCheck } from '#web/lib/hooks/use-address-check.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { formRules } from '../form-rules.ts'
import { ClinicFields } from './clinic-fields.tsx'
import { isAboutAddress, openHub } from './create-clinic-hub.ts'
import { useDebouncedNameCheck } from './use-debounced-name-check.ts'

const texts = accessTexts.signUp

export function OpenHubForm({ user }: { user: User }) {
  const form = useSchemaForm<ClinicHubForm>(formRules.clinicHubForm, { clinicName: '', clinicSubdomain: '' })
  const { register, handleSubmit, formState, setValue, trigger, watch } = form
  const { errors } = formState
  const { setAdminSignUpInProgress, refreshMemberships } = useSession()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const [clinicName, subdomain] = watch(['clinicName', 'clinicSubdomain'])
  const check = useAddressCheck(subdomain)
  useDebouncedNameCheck(clinicName, () => void trigger('clinicName'))

  async function open(values: ClinicHubForm): Promise<void> {
    setFailure(null)
    setAdminSignUpInProgress(true)
    try {
      const created = await openHub(values, user.id)
      const memberships = await refreshMemberships()
      toast.success(accessTexts.openHub.success)
      goTo(landingUrl(landingAfterSignIn(memberships, created)), navigate)
    } catch (error) {
      const message = errorSentence(error, texts.failedDefault)
      if (isAboutAddress(error)) form.setError('clinicSubdomain', { message })
      else setFailure(message)
    } finally {
      setAdminSignUpInProgress(false)
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(open)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      <p className="text-form text-muted break-words">{accessTexts.openHub.lead(user.email ?? '')}</p>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <ClinicFields
        name={register('clinicName')}
        address={register('clinicSubdomain')}
        currentName={clinicName}
        errors={{ name: errors.clinicName?.message, address: errors.clinicSubdomain?.message }}
        check={check}
        onAddress={(slug) =>
          setValue('clinicSubdomain', slug, {
            shouldValidate: formState.isSubmitted || errors.clinicSubdomain !== undefined,
            shouldDirty: true,
          })
        }
      />
      <SubmitButton
        size="large"
        className="w-full"
        isBusy={formState.isSubmitting}
        busyText={texts.busy}
        disabled={check.state === 'unavailable'}
      >
        {texts.submit}
      </SubmitButton>
    </form>
  )
}
