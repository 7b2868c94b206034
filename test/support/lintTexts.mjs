// Lints texts that are not files: [{ filePath, text }] on standard input, one list of messages each on output.
// A process of its own, because jest cannot load n8n's ESLint configuration, which is an ES module.
import { ESLint } from 'eslint';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const texts = JSON.parse(Buffer.concat(chunks).toString('utf8'));
const eslint = new ESLint();
const results = [];
for (const { filePath, text } of texts) {
	const [result] = await eslint.lintText(text, { filePath });
	results.push((result?.messages ?? []).map(({ ruleId, message, line }) => ({ ruleId, message, line })));
}
console.log(JSON.stringify(results));
