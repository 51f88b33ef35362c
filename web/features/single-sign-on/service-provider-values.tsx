import { Download } from 'lucide-react'
import { Fragment, useId } from 'react'
import type { SsoSettings } from '#domain/single-sign-on/providers.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Button } from '#web/components/ui/button.tsx'

const texts = singleSignOnTexts.settings

/** The values that the identity provider's administrator needs. */
export function ServiceProviderValues({ entityId, acsUrl }: SsoSettings['serviceProvider']) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {texts.ours}
      </h3>
      <p className="mt-1 text-form text-muted">{texts.oursLead}</p>
      <ul className="mt-4 space-y-4">
        <Value label={texts.entityId} value={entityId} copy={texts.copyEntityId} />
        <Value label={texts.acsUrl} value={acsUrl} copy={texts.copyAcsUrl} />
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

function Value({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-note text-muted">{label}</p>
        {/* too long for a phone: it breaks between its parts, not inside them */}
        <p className="text-form [overflow-wrap:anywhere]">
          {value.split(/(?<=[^/]\/)(?=[^/])/).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </p>
      </div>
      <CopyButton value={value}>{copy}</CopyButton>
    </li>
  )
}
