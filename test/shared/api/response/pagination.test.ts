import { ResponseError } from '../../../../nodes/shared/util/json';
import { readPages } from '../../../../nodes/shared/api/response/pagination';

describe('pages', () => {
	const pages = (...list: Array<{ records: string[]; next?: string; nextUnknown?: true }>) => {
		const asked: Array<string | undefined> = [];
		const fetchPage = async (cursor: string | undefined) => {
			asked.push(cursor);
			return await Promise.resolve(list[asked.length - 1] ?? { records: [] });
		};
		return { asked, fetchPage };
	};

	async function all(source: AsyncIterable<string[]>): Promise<string[][]> {
		const found: string[][] = [];
		for await (const page of source) found.push(page);
		return found;
	}

	it('are read from the start given to the last one, empty ones included', async () => {
		const { asked, fetchPage } = pages(
			{ records: ['1'], next: 'b' },
			{ records: [], next: 'c' },
			{ records: ['2', '3'] },
		);
		expect(await all(readPages(fetchPage, 'a'))).toEqual([['1'], [], ['2', '3']]);
		expect(asked).toEqual(['a', 'b', 'c']);
	});

	it('are not read before they are wanted', async () => {
		const { asked, fetchPage } = pages({ records: ['1'], next: 'b' }, { records: ['2'] });
		for await (const page of readPages(fetchPage)) {
			expect(page).toEqual(['1']);
			break;
		}
		expect(asked).toEqual([undefined]);
	});

	it.each<[string, { records: string[]; next?: string; nextUnknown?: true }, string, RegExp]>([
		[
			'that begin where they began',
			{ records: ['1'], next: 'a' },
			'The partner API returned the same page token twice, so the list would never end',
			/^If it happens every time/,
		],
		[
			'whose next one is nowhere',
			{ records: ['1'], nextUnknown: true },
			'The response of the partner API announces another page but has no token for it',
			/^Check Base URL/,
		],
	])('%s fail once the next one is wanted', async (_, page, message, advice) => {
		const source = readPages(pages(page).fetchPage, 'a');
		expect(await source.next()).toEqual({ done: false, value: ['1'] });
		const failure = (await source.next().catch((error: unknown) => error)) as ResponseError;
		expect(failure).toBeInstanceOf(ResponseError);
		expect(failure.message).toBe(message);
		expect(failure.advice).toMatch(advice);
	});
});
