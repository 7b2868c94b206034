const base='http://127.0.0.1:5690'; let cookie='';
export async function call(method:string, path:string, body?:unknown){ const r=await fetch(base+path,{method, headers:{'content-type':'application/json','browser-id':'x',cookie}, ...(body!==undefined&&{body:JSON.stringify(body)})}); const sc=r.headers.getSetCookie(); if(sc.length) cookie=sc.map(c=>c.split(';')[0]).join('; '); const t=await r.text(); console.log(method,path,r.status,t.slice(0,1500)); try{return JSON.parse(t).data}catch{return t as any}}
const settings=await (await fetch(base+'/rest/settings')).json(); console.log(JSON.stringify(settings.data.userManagement));
if (settings.data.userManagement.showSetupOnFirstLoad) await call('POST','/rest/owner/setup',{email:'demo@hotel.example',firstName:'Demo',lastName:'Hotelier',password:'Demo-hotel-2026'});
else await call('POST','/rest/login',{emailOrLdapLoginId:'demo@hotel.example',password:'Demo-hotel-2026'});
const data={baseUrl:'http://127.0.0.1:4990',clientId:'sandbox-client',clientSecret:'sandbox-secret'};
for (const d of [data,{...data,clientSecret:'wrong-secret-1'},{...data,baseUrl:'127.0.0.1:4990//'},{...data,baseUrl:'http://127.0.0.1:1'}])
 await call('POST','/rest/credentials/test',{credentials:{id:'',name:'x',type:'partnerHotelOAuth2Api',data:d}});
const c=await call('POST','/rest/credentials',{name:'Sandbox',type:'partnerHotelOAuth2Api',data});
await call('POST','/rest/dynamic-node-parameters/resource-locator-results',{path:'parameters.propertyId',methodName:'searchProperties',nodeTypeAndVersion:{name:'n8n-nodes-partner-hotel.partnerHotelBookings',version:1},currentNodeParameters:{},credentials:{partnerHotelOAuth2Api:{id:c.id,name:c.name}}});
const w=await call('POST','/rest/workflows',{name:'t',nodes:[{id:'a1',name:'Webhook',type:'n8n-nodes-base.webhook',typeVersion:2,position:[0,0],webhookId:'b1b1',parameters:{httpMethod:'GET',path:'many',responseMode:'lastNode',responseData:'allEntries',options:{}}},{id:'a2',name:'B',type:'n8n-nodes-partner-hotel.partnerHotelBookings',typeVersion:1,position:[200,0],credentials:{partnerHotelOAuth2Api:{id:c.id,name:c.name}},parameters:{resource:'booking',operation:'getAll',propertyId:{__rl:true,mode:'id',value:'1024'},returnAll:true,options:{includeDetails:false,pageSize:50}}}],connections:{Webhook:{main:[[{node:'B',type:'main',index:0}]]}},settings:{},active:false});
await call('POST',`/rest/workflows/${w.id}/activate`,{versionId:w.versionId});
await new Promise(r=>setTimeout(r,2000));
await call('GET','/webhook/many');
const ex=await call('GET','/rest/executions?filter='+encodeURIComponent(JSON.stringify({workflowId:w.id})));
await call('GET','/rest/executions/'+ex.results[0].id);
const wt=await call('POST','/rest/workflows',{name:'trig',nodes:[{id:'a2',name:'T',type:'n8n-nodes-partner-hotel.partnerHotelTrigger',typeVersion:1,position:[200,0],credentials:{partnerHotelOAuth2Api:{id:c.id,name:c.name}},parameters:{pollTimes:{item:[{mode:'everyMinute'}]},propertyId:{__rl:true,mode:'id',value:'1024'},startFrom:'now'}}, {id:'a3',name:'Done',type:'n8n-nodes-base.noOp',typeVersion:1,position:[400,0],parameters:{}}],connections:{T:{main:[[{node:'Done',type:'main',index:0}]]}},settings:{},active:false});
await call('POST',`/rest/workflows/${wt.id}/activate`,{versionId:wt.versionId});
await call('GET','/rest/active-workflows');
await call('GET','/rest/active-workflows/error/'+wt.id);
await new Promise(r=>setTimeout(r,3000));
console.log(await (await fetch('http://127.0.0.1:4990/__sandbox/report')).text());
await call('GET','/rest/active-workflows/error/'+wt.id);
const wx=await call('POST','/rest/workflows',{name:'trig',nodes:[{id:'a2',name:'T',type:'n8n-nodes-partner-hotel.partnerHotelTrigger',typeVersion:1,position:[200,0],credentials:{partnerHotelOAuth2Api:{id:c.id,name:c.name}},parameters:{pollTimes:{item:[{mode:'everyMinute'}]},propertyId:{__rl:true,mode:'id',value:'9999'},startFrom:'now'}}, {id:'a3',name:'Done',type:'n8n-nodes-base.noOp',typeVersion:1,position:[400,0],parameters:{}}],connections:{T:{main:[[{node:'Done',type:'main',index:0}]]}},settings:{},active:false});
await call('POST',`/rest/workflows/${wx.id}/activate`,{versionId:wx.versionId});
await new Promise(r=>setTimeout(r,3000));
await call('GET','/rest/active-workflows');
await call('GET','/rest/active-workflows/error/'+wx.id);
await call('GET','/rest/workflows/'+wx.id);
