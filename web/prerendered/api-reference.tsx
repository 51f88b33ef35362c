import {
  type ApiDocument,
  type ApiOperation,
  apiDocumentPath,
  type JsonSchema,
} from '#domain/api/api-document.ts'
import { clientExample, curlExample, type ExampleTarget } from '#domain/api/api-examples.ts'
import { verifyExample, webhookExample } from '#domain/api/webhook-examples.ts'
import { apiTexts } from '#domain/texts/api.ts'
import { webhookKinds } from '#domain/webhooks/kinds.ts'
import { FhirReference } from './fhir-reference.tsx'
import { Code, Section } from './reference-parts.tsx'
import { schemaRows } from './schema-rows.ts'

const texts = apiTexts.page

/** The reference of all functions, from the OpenAPI document. */
export function ApiReference({ document, target }: { document: ApiDocument; target: ExampleTarget }) {
  const operations = Object.values(document.paths).map(({ post }) => post)
  const features = Map.groupBy(operations, ({ tags }) => tags[0] ?? '')
  return (
    <div className="mx-auto max-w-220 px-4 pt-12 pb-16 sm:px-6">
      <h1 className="font-display text-h1 font-medium">{apiTexts.title}</h1>
      <p className="mt-3 text-lead text-muted">{apiTexts.lead}</p>
      <p className="mt-4">
        <a href={apiDocumentPath} className="link">
          {texts.document}
        </a>
      </p>

      <Section title={texts.call}>
        <p>{texts.callText}</p>
        <p className="mt-3">{texts.clinic}</p>
        <h3 className="mt-6 font-medium">{texts.key}</h3>
        <Code>{target.publishableKey}</Code>
        <h3 className="mt-6 font-medium">{texts.withCurl}</h3>
        <Code>{curlExample(target)}</Code>
        <h3 className="mt-6 font-medium">{texts.withClient}</h3>
        <Code>{clientExample(target)}</Code>
      </Section>
      <Section title={texts.errors}>
        <p>{texts.errorsText}</p>
      </Section>
      <Section title={texts.webhooks} id="webhooks">
        <p>{texts.webhooksText}</p>
        <p className="mt-3">{texts.webhooksVerify}</p>
        <p className="mt-3">{texts.webhooksAnswer}</p>
        <h3 className="mt-6 font-medium">{texts.webhookExample}</h3>
        <Code>{webhookExample}</Code>
        <h3 className="mt-6 font-medium">{texts.webhookVerifyExample}</h3>
        <Code>{verifyExample}</Code>
        <h3 className="mt-6 font-medium">{texts.webhooksEvents}</h3>
        <ul className="mt-2 space-y-1">
          {Object.values(webhookKinds).map((kinds) => (
            <li key={kinds[0]}>
              <code>{kinds.join(', ')}</code>
            </li>
          ))}
        </ul>
      </Section>
      <FhirReference target={target} />
      <Section title={texts.functions}>
        <ul className="columns-2 gap-6 sm:columns-3">
          {[...features.keys()].sort().map((feature) => (
            <li key={feature}>
              <a href={`#feature-${feature}`} className="link">
                {feature}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      {[...features].sort().map(([feature, functions]) => (
        <Section key={feature} title={feature} id={`feature-${feature}`}>
          {functions.map((operation) => (
            <Operation key={operation.operationId} operation={operation} />
          ))}
        </Section>
      ))}
    </div>
  )
}

/** A docstring's text, with its words of code between backticks. */
function Prose({ text }: { text: string }) {
  const [plain = '', code, ...rest] = text.split('`')
  if (code === undefined) return plain
  return (
    <>
      {plain}
      <code>{code}</code>
      <Prose text={rest.join('`')} />
    </>
  )
}

function Operation({ operation }: { operation: ApiOperation }) {
  const { operationId, summary, description, responses } = operation
  const input = operation.requestBody.content['application/json'].schema
  const answer = responses[200]?.content?.['application/json'].schema
  const codes = Object.entries(responses).flatMap(([status, { 'x-codes': found }]) =>
    (found ?? []).map((code) => `${status} ${code}`),
  )
  return (
    <details id={operationId} className="border-t border-line py-3">
      <summary className="cursor-pointer rounded-sm">
        <code className="font-medium">{operationId}</code>
        <span className="block text-muted">
          <Prose text={summary} />
        </span>
      </summary>
      <div className="mt-3 space-y-4">
        {description.split('\n\n').map(
          (paragraph) =>
            paragraph && (
              <p key={paragraph}>
                <Prose text={paragraph} />
              </p>
            ),
        )}
        <p>
          <b className="font-medium">{texts.callers}: </b>
          {operation['x-access']}
        </p>
        <Fields title={texts.input} schema={input} none={texts.noInput} />
        <Fields title={texts.answer} schema={answer ?? {}} none={texts.noAnswer} />
        <div>
          <h4 className="font-medium">{texts.refusals}</h4>
          <p className="text-form text-muted">{codes.join(' · ')}</p>
        </div>
      </div>
    </details>
  )
}

function Fields({ title, schema, none }: { title: string; schema: JsonSchema; none: string }) {
  const rows = schemaRows(schema.items ?? schema)
  return (
    <div>
      <h4 className="font-medium">{title}</h4>
      {rows.length === 0 ? (
        <p className="text-muted">{none}</p>
      ) : (
        <dl className="mt-1 text-form">
          {rows.map(({ path, type, isOptional, description }) => (
            <div key={path} className="border-t border-line py-1.5 sm:flex sm:gap-4">
              <dt className="min-w-0 break-words sm:w-2/5">
                <code>{path}</code>
                {isOptional && <span className="text-muted"> ({texts.optional})</span>}
              </dt>
              <dd className="min-w-0 flex-1 break-words">
                {type}
                {description && (
                  <span className="block text-muted">
                    <Prose text={description} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
