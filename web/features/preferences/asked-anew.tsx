import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { askedAnewQuery, contactPreferencesQuery } from './queries.ts'

const texts = preferenceTexts.contact.ofAge

/**
 * Asks patients who came of age to choose their contact preferences; nothing for others.
 *
 * @param choicesPath page of the preferences
 */
export function AskedAnew({ clinic, choicesPath }: { clinic: Clinic; choicesPath: string }) {
  const queryClient = useQueryClient()
  const isAsked = useQuery(askedAnewQuery(clinic))
  const keep = useMutation({
    mutationFn: () => callFunction('answer-consents-anew'),
    onSuccess: async () => {
      toast.success(texts.kept)
      await queryClient.invalidateQueries({ queryKey: contactPreferencesQuery(clinic).queryKey })
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  if (!isAsked.data) return null
  return (
    <Card role="region" aria-label={texts.title}>
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-1 text-muted">{texts.lead(clinic.name)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild>
          <Link to={withClinic(choicesPath)}>{texts.choose}</Link>
        </Button>
        <Button variant="outline" onClick={() => keep.isPending || keep.mutate()}>
          {texts.keep}
        </Button>
      </div>
    </Card>
  )
}
