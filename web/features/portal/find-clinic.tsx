import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { FoundClinic } from '#domain/clinics/clinics.ts'
import { paths } from '#domain/paths.ts'
import { portalTexts } from '#domain/texts/portal.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { clinicUrl } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { config } from '#web/lib/page/config.ts'

const texts = portalTexts.standing
/** Longer than elsewhere: a visitor's searches are rate-limited. */
const typingPauseMs = 300
const minLength = 3

export function FindClinic() {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), typingPauseMs)
  const isSearching = text.length >= minLength
  const search = useQuery({
    queryKey: clinicKey(null, 'find-clinics', text),
    queryFn: () => callFunction('find-clinics', { text }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const clinics = isSearching ? search.data?.clinics : undefined
  return (
    <search className="block text-left">
      <Field label={texts.find}>
        {(control) => (
          <Input
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={120}
            placeholder={texts.findPlaceholder}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            {...control}
          />
        )}
      </Field>
      {clinics && clinics.length > 0 && (
        <ul aria-label={texts.found} className="mt-3 grid gap-2">
          {clinics.map((clinic) => (
            <FoundRow key={clinic.subdomain} clinic={clinic} />
          ))}
        </ul>
      )}
      <p role="status" className="mt-2 text-form text-muted">
        {isSearching && message(search.isPending, search.error, clinics)}
      </p>
    </search>
  )
}

function FoundRow({ clinic: { name, subdomain } }: { clinic: FoundClinic }) {
  return (
    <li>
      <Button asChild variant="outline" size="large" className="h-auto min-h-13 w-full justify-between py-2">
        <a href={clinicUrl(subdomain, paths.join)}>
          <span className="min-w-0 text-left">
            <span className="block break-words whitespace-normal">{name}</span>
            <span className="block truncate text-note font-normal text-muted">
              {subdomain}.{config.appDomain}
            </span>
          </span>
          <ChevronRight aria-hidden className="flex-none" />
        </a>
      </Button>
    </li>
  )
}

function message(isPending: boolean, error: unknown, clinics: FoundClinic[] | undefined): string {
  if (error) return refusalSentence(error) ?? texts.findFailed
  if (isPending) return texts.searching
  return clinics?.length === 0 ? texts.noneFound : ''
}
