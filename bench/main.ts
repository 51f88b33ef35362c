import { readdirSync } from 'node:fs'

// `npm run bench -- NAME [options]`: runs bench/NAME.ts. Reports are ratios within one run, since absolute numbers
// depend on the machine (docs/performance.md 5).

const [name = '', ...args] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts' && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))

if (!names.includes(name)) {
  process.stderr.write(`npm run bench -- ${names.join('|')} [options]\n`)
  process.exit(1)
}
const benchmark = (await import(`./${name}.ts`)) as { run(args: string[]): Promise<unknown> }
await benchmark.run(args)
