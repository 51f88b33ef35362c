/**
 * Any other token in a statement came from a request (docs/threats.md T23): values may only be parameters, and names only
 * within double quotes.
 */
const words = new Set(
  `select from as where and or not on true false null unknown is distinct left inner join lateral with order by asc desc
   nulls first last limit offset group exists any all case when then else end coalesce cast insert into values update set
   delete returning conflict do nothing excluded variadic explain format json
   constraints immediate materialized
   json_agg row_to_json json_strip_nulls count sum avg min max string_agg array_agg filter string_to_array substring length replace
   json_object_keys json_build_array json_to_record json_to_recordset jsonb_to_record jsonb_to_recordset
   json_array_elements jsonb_array_elements jsonb_agg jsonb_build_object to_jsonb to_tsvector to_tsquery
   plainto_tsquery phraseto_tsquery websearch_to_tsquery current_setting set_config nullif
   text int4 int8 int jsonb regconfig pg_catalog
   answer body rows total headers status key inserted counted name
   rest_written rest_call rest_body rest_args sent_row
   recorded rest_found rest_ready rest_people rest_shown concat_ws uuid boolean bigint date timestamp time zone timestamptz`.split(
    /\s+/,
  ),
)

/** Column defaults of the fixture and of Carefold, from the catalog. */
const columnDefaults =
  /, (nextval\('library\.\w+'\)|now\(\)|app\.\w+\(\)|gen_random_uuid\(\)|'[^']*'::(text|text\[\]|jsonb|bigint|library\.loan_status|timestamp with time zone))/g

const constants = new Set([
  `''`,
  `'[]'`,
  `'null'`,
  `'0'`,
  `'-1'`,
  `','`,
  `'"'`,
  `'""'`,
  `'[",\\s]'`,
  `E'\\n'`,
  `E'\\\\\\\\'`,
  `E'\\\\'`,
  `'response.headers'`,
  `'response.status'`,
  `'rest.inserted'`,
])

const token =
  /\s+|"(?:[^"]|"")+"|\$\d+|E?'(?:[^'])*'|\d+(?:\.\d+)?|[a-z_][a-z_0-9]*|->>?|::|:=|\|\||~~\*?|~\*?|@>|<@|&&|<<|>>|&<|&>|-\|-|@@|<>|<=|>=|[=<>().,*[\]+-]/iy

/** The first token outside the vocabulary, or undefined. */
export function foreignToken(statement: string): string | undefined {
  const sql = statement.replaceAll(columnDefaults, ', 0')
  token.lastIndex = 0
  while (token.lastIndex < sql.length) {
    const at = token.lastIndex
    const found = token.exec(sql)?.[0]
    if (found === undefined) return sql.slice(at, at + 20)
    if (!belongs(found)) return found
  }
  return undefined
}

function belongs(found: string): boolean {
  if (/^E?'/.test(found)) return constants.has(found)
  if (/^[a-z_]/i.test(found)) return words.has(found.toLowerCase())
  return true
}
