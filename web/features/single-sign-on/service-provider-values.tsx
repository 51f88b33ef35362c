import { Download } from 'lucide-react'
import { useId } from 'react'
import type { SsoSettings } from '#domain/single-sign-on/providers.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { Button } from '#web/components/ui/button.tsx'
import { CopiedValue } from './copied-value.tsx'

const texts = singleSignOnTexts.settings

export function ServiceProviderValues({ entityId, acsUrl }: SsoSettings['serviceProvider']) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {texts.ours}
      </h3>
      <p className="mt-1 text-form text-muted">{texts.oursLead}</p>
      <ul className="mt-4 space-y-4">
        <CopiedValue label={texts.entityId} value={entityId} copy={texts.copyEntityId} />
        <CopiedValue label={texts.acsUrl} value={acsUrl} copy={texts.copyAcsUrl} />
      </ul>
      <Button asChild variant="link" className="mt-4">
        {/* a path on this host, so that the browser downloads it */}
        <a href={`${new URL(entityId).pathname}?download=true`} download="carefold-metadata.xml">
          <Download aria-hidden />
          {texts.metadata}
        </a>
      </Button>
    </section>
  )
}
