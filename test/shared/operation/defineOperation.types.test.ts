import type { IDataObject } from 'n8n-workflow';

import { defineOperation, defineParameter } from '../../../nodes/shared/operation/defineOperation';

/** Mistakes that must not compile: each line marked so fails the type check when it starts to compile. */
const option = { name: 'Get', value: 'get', action: 'Get a thing', description: 'Get a thing' };
const language = defineParameter({
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [
		{ name: 'English', value: 'en' },
		{ name: 'German', value: 'de' },
	],
	default: 'en',
});
const count = defineParameter({ displayName: 'Count', name: 'count', type: 'number', default: 1 });
const more = defineParameter({
	displayName: 'More',
	name: 'more',
	type: 'collection',
	default: {},
	options: [{ displayName: 'Deep', name: 'deep', type: 'boolean', default: false }],
});
const request = () => ({ area: 'content', method: 'GET', path: '/' }) as const;
const items = (): IDataObject[] => [];

describe('the types of an operation', () => {
	it('are inferred from its parameters', () => {
		const operation = defineOperation({
			option,
			readOnly: true,
			parameters: [language, count, more],
			run: async ({ values }) => {
				const chosen: 'en' | 'de' = values.language;
				const number: number = values.count;
				const deep: boolean | undefined = values.more.deep;
				// @ts-expect-error there is no such parameter
				const unknown: string = values.unknown;
				// @ts-expect-error a number is no text
				const text: string = values.count;
				// @ts-expect-error only the options that exist
				const french = values.language === 'fr';
				return [{ chosen, number, deep, unknown, text, french }];
			},
		});
		expect(operation.parameters).toHaveLength(3);
	});

	it('want an action, and either a request or a run', () => {
		const incomplete = { name: 'Get', value: 'get', description: 'x' };
		// @ts-expect-error the action is missing
		const withoutAction: Parameters<typeof defineOperation>[0]['option'] = incomplete;
		expect(withoutAction).toBe(incomplete);
		// @ts-expect-error both at once
		defineOperation({ option, readOnly: true, parameters: [], request, items, run: async () => [] });
		// @ts-expect-error neither
		defineOperation({ option, readOnly: true, parameters: [] });
		const operation = defineOperation({ option, readOnly: true, parameters: [], request, items });
		expect(operation.option.value).toBe('get');
	});

	it('want to know whether it reads, or what it writes', () => {
		// @ts-expect-error it says neither
		defineOperation({ option, parameters: [], run: async () => [] });
		// @ts-expect-error it says both
		defineOperation({ option, readOnly: true, writes: 'Payment', parameters: [], run: async () => [] });
		// @ts-expect-error a single request is a read
		defineOperation({ option, writes: 'Payment', parameters: [], request, items });
		// @ts-expect-error a read has no way to write
		defineOperation({ option, readOnly: true, parameters: [], run: async ({ write }) => [{ write }] });
		const operation = defineOperation({
			option,
			writes: 'Payment',
			parameters: [],
			run: async ({ write }) => [{ write: typeof write }],
		});
		expect(operation.option.value).toBe('get');
	});
});
