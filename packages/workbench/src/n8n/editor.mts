import { selectors, type Browser, type Locator, type Page } from 'playwright-core';
import { screensOf } from './screens.mts';
import { chosenN8n } from './version.mts';
import type { CredentialData, Login } from './types.mts';
import { waitFor } from '../util/waiting.mts';

selectors.setTestIdAttribute('data-test-id');

const VIEWPORT = { width: 1440, height: 1000 };
/** Long, because the machine may be busy. */
const STEP_TIMEOUT_MS = 60_000;
const SOON_MS = 4_000;

export type Theme = 'light' | 'dark';

/** Choices in the panel of a node, by the texts that the user sees. */
export interface Choice {
	/** As in the node creator; any action of the node. */
	action: string;
	resource: string;
	operation: string;
}

export interface Entry {
	/** What is typed into the list's search. */
	typed: string;
	/** The entry that is then clicked. */
	label: string;
}

/** n8n's editor in a browser, driven as a user does it. */
export class Editor {
	/** Errors on the console, exceptions of the page and failed requests, in order. */
	readonly errors: string[] = [];
	private readonly screens = screensOf(chosenN8n());

	private constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	static async open(
		browser: Browser,
		url: string,
		theme: Theme = 'light',
		viewport = VIEWPORT,
	): Promise<Editor> {
		const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
		const page = await context.newPage();
		page.setDefaultTimeout(STEP_TIMEOUT_MS);
		const editor = new Editor(page, url);
		editor.collectErrors();
		return editor;
	}

	/** Those that are not the editor's own. */
	get foreignErrors(): string[] {
		return this.errors.filter((error) => !this.screens.ownErrors.some((own) => own.test(error)));
	}

	private collectErrors(): void {
		const { origin } = new URL(this.url);
		this.page.on('console', (message) => {
			const { url } = message.location();
			// n8n asks npm about installed packages, which always fails, because the browser is offline.
			const fromOutside = URL.canParse(url) && new URL(url).origin !== origin;
			if (message.type() === 'error' && !fromOutside) this.errors.push(`${message.text()} (${pathOf(url)})`);
		});
		this.page.on('pageerror', ({ message }) => this.errors.push(`Exception: ${message}`));
	}

	async signIn({ email, password }: Login): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await this.page.locator('input[name="password"]').fill(password);
		await this.page.getByTestId('form-submit-button').click();
		await this.page.waitForURL((address) => !address.pathname.includes('signin'));
	}

	async startCredential(typeName: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials`);
		await this.page.getByTestId('add-resource-credential').click();
		await this.page.getByTestId('new-credential-type-select').locator('input').pressSequentially(typeName);
		await this.page.getByTestId('new-credential-type-select-option').filter({ hasText: typeName }).click();
		await this.page.getByTestId('new-credential-type-button').click();
		// The form appears before its default name, and n8n saves no credential without a name.
		await this.page.getByTestId('credential-name').waitFor();
	}

	/** Fills in the form of a credential and saves it. @returns the message of the form */
	async saveCredential(data: Partial<CredentialData>): Promise<string> {
		for (const [name, value] of Object.entries(data)) {
			await this.page.getByTestId(`parameter-input-${name}`).locator('input').fill(value);
		}
		const tested = this.page.waitForResponse((response) => response.url().endsWith('/credentials/test'));
		await this.page.getByTestId('credential-save-button').click();
		await tested.catch(async (cause: unknown) => {
			throw new Error(`The credential is not tested. ${await this.pageText()}`, { cause });
		});
		const form = this.page.getByTestId('editCredential-modal');
		const green = form.getByTestId('credentials-config-container-test-success');
		const red = form.getByText(/^Couldn.t connect/);
		const result = green.or(red).filter({ visible: true }).first();
		return (await result.textContent())?.trim() ?? '';
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** Opens an empty workflow, or empties the open one: loading the page again takes ten seconds of processor time. */
	async emptyCanvas(): Promise<void> {
		if (!this.page.url().includes('/workflow/')) return await this.newWorkflow();
		if (await this.panel.isVisible()) await this.closePanel();
		await this.page.keyboard.press('ControlOrMeta+a');
		await this.page.keyboard.press('Delete');
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/**
	 * Finds a node by its name and adds it with one of its actions, or a trigger with one of its events, which opens its
	 * panel. A node without either is just added.
	 */
	async addNode(nodeName: string, action?: string): Promise<void> {
		// n8n omits the word if a trigger has several events.
		const shownName = action === undefined ? nodeName : nodeName.replace(/ Trigger$/, '');
		const choice =
			action === undefined
				? this.page.getByRole('button', { name: 'Add to workflow' })
				: this.creatorItem(action);
		await this.openActions(nodeName, shownName, choice);
		await choice.click();
		await this.panel.waitFor();
	}

	/** Finds a node in the list and opens it, so that `choice` is there. */
	private async openActions(nodeName: string, shownName: string, choice: Locator): Promise<void> {
		const search = this.page.getByTestId('node-creator-search-bar');
		const patience = {
			for: `'${nodeName}' in the list of nodes`,
			timeoutMs: 2 * STEP_TIMEOUT_MS,
			diagnosis: async () => await this.pageText(),
		};
		let timeout = 0;
		await waitFor(patience, async () => {
			// A late click on a busy machine may have opened it.
			if (await choice.isVisible()) return true;
			// The list may still be loading and lose what was typed; typing again starts another search.
			timeout += SOON_MS;
			if (!(await search.isVisible())) await this.page.keyboard.press(this.screens.nodesKey);
			await succeeds(search.fill(nodeName, { timeout }));
			await succeeds(this.creatorItem(shownName).click({ timeout }));
			return await succeeds(choice.waitFor({ timeout }));
		});
	}

	/** The visible text, for an error. */
	private async pageText(): Promise<string> {
		const text = await this.page.locator('body').innerText();
		return `The page shows: ${text.replace(/\s+/g, ' ').slice(-500)}`;
	}

	private creatorItem(name: string): Locator {
		return this.page
			.getByTestId('node-creator-item-name')
			.filter({ hasText: exactly(name) })
			.first();
	}

	get panel(): Locator {
		return this.page.getByTestId('ndv');
	}

	/** Chooses from a dropdown by typing. */
	async choose(parameterName: string, optionName: string): Promise<void> {
		await this.panel.getByTestId(`parameter-input-${parameterName}`).click();
		await this.page.keyboard.type(optionName);
		const offered = this.page.locator('[role=option]:visible');
		await offered.filter({ has: this.page.getByText(optionName, { exact: true }) }).click();
	}

	/** Types into a field and leaves it. @returns its value, with the separator normalized */
	async typeInto(parameterName: string, text: string): Promise<string> {
		const field = this.panel.getByTestId(`parameter-input-${parameterName}`).locator('input');
		await field.fill(text);
		await field.press('Enter');
		await field.press('Tab');
		return (await field.inputValue()).replace(' ', 'T');
	}

	/** Whether a text can be read without scrolling. */
	async isInSight(text: string): Promise<boolean> {
		const box = await this.page.getByText(text).first().boundingBox();
		const height = this.page.viewportSize()?.height ?? 0;
		return box !== null && box.y >= 0 && box.y + box.height <= height;
	}

	/** Chooses from a searchable list of names. @returns the names that the search found */
	async chooseFromList(parameterName: string, { typed, label }: Entry): Promise<string[]> {
		const locator = this.panel.getByTestId(`resource-locator-${parameterName}`);
		const search = this.page.getByTestId('rlc-search').filter({ visible: true });
		const patience = {
			for: `the list of '${parameterName}'`,
			timeoutMs: STEP_TIMEOUT_MS,
			diagnosis: async () => await this.pageText(),
		};
		await waitFor(patience, async () => {
			// A list that is still closing intercepts the click.
			await locator.locator('input').filter({ visible: true }).last().click();
			return await succeeds(search.waitFor({ timeout: SOON_MS }));
		});
		const entries = this.page.getByTestId('rlc-item').filter({ visible: true });
		await entries.first().waitFor();
		const results = this.page.waitForResponse((response) =>
			response.url().includes('resource-locator-results'),
		);
		await search.pressSequentially(typed);
		await results;
		const wanted = entries.filter({ hasText: label });
		await wanted.waitFor().catch(async (cause: unknown) => {
			throw new Error(`'${label}' is not found by '${typed}'. ${await this.pageText()}`, { cause });
		});
		const found = await entries.allTextContents();
		await wanted.click();
		await search.waitFor({ state: 'hidden' });
		return found.map((name) => name.trim());
	}

	/** "Execute step", or "Fetch Test Event" of a trigger. */
	get executeButton(): Locator {
		return this.panel.getByTestId('node-execute-button');
	}

	/** Executes the node and waits for its output. @returns the number of items and the names of the fields */
	async execute(): Promise<{ items: number; fields: string[] }> {
		await this.executeButton.click();
		const output = this.panel.getByTestId('output-panel');
		const failure = output.getByTestId('node-error-message');
		const ended = output.getByTestId('ndv-items-count').or(failure);
		await ended.first().waitFor();
		if (await failure.isVisible()) throw new Error(`The node failed: ${await failure.textContent()}`);
		const count = (await output.getByTestId('ndv-items-count').textContent()) ?? '';
		await output.getByText('Table', { exact: true }).click();
		const fields = await output.locator('th').allTextContents();
		return {
			items: Number.parseInt(count, 10),
			fields: fields.map((field) => field.trim()).filter((field) => field !== ''),
		};
	}

	/** Finds it by its name, or by the text below it. */
	nodeOnCanvas(text: string): Locator {
		return this.page.getByTestId('canvas-node').filter({ has: this.page.getByText(text, { exact: true }) });
	}

	async closePanel(): Promise<void> {
		await this.page.getByTestId(this.screens.closePanel).click();
		await this.panel.waitFor({ state: 'hidden' });
	}
}

function succeeds(tried: Promise<unknown>): Promise<true | undefined> {
	return tried.then(
		() => true,
		() => undefined,
	);
}

function exactly(text: string): RegExp {
	return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}

function pathOf(address: string): string {
	return URL.canParse(address) ? new URL(address).pathname : address;
}
