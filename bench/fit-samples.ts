/**
 * Plain talk in languages of which the packages only have manuals and interface texts. Written for this
 * project, for the fit alone: nothing here is measured on.
 */
export const FIT_SAMPLES: Readonly<Record<string, string>> = {
  ru: `Спасибо, теперь понятно. Давай сначала решим, что именно мы хотим получить, а потом уже будем думать, как это сделать. Мне кажется, самое важное — чтобы люди могли быстро найти нужную информацию и не тратить время на лишние действия. Сейчас это занимает слишком много времени, и все жалуются. Я предлагаю начать с главной страницы: убрать всё, что никто не использует, и оставить только три кнопки. Если это поможет, то через неделю можно будет посмотреть на остальные разделы.

Ещё вопрос: кто будет отвечать за перевод? В прошлый раз мы забыли об этом и потом пришлось всё делать за один день. Я могу взять на себя часть работы, но мне нужна помощь хотя бы одного человека. Напиши мне, когда тебе будет удобно поговорить. Я свободен завтра после обеда или в среду утром. И ещё раз спасибо за то, что так быстро ответил, это очень помогло.

Хорошо, я посмотрел код ещё раз. Функция действительно возвращает неправильное значение, если список пустой. Нужно добавить проверку в самом начале и написать тест, чтобы такая ошибка больше не появлялась. Кроме того, я заметил, что данные загружаются два раза, хотя достаточно одного. Это легко исправить, и страница станет открываться быстрее.`,
  hi: `धन्यवाद, अब बात साफ़ हो गई। पहले हम यह तय कर लें कि हमें क्या चाहिए, फिर सोचेंगे कि इसे कैसे करना है। मुझे लगता है कि सबसे ज़रूरी बात यह है कि लोग अपनी जानकारी जल्दी से ढूँढ सकें और उनका समय बर्बाद न हो। अभी इसमें बहुत देर लगती है और सब लोग इसकी शिकायत कर रहे हैं। मैं चाहता हूँ कि हम पहले पेज से शुरू करें और जो चीज़ें कोई इस्तेमाल नहीं करता, उन्हें हटा दें।

एक और सवाल है: अनुवाद का काम कौन करेगा? पिछली बार हम यह भूल गए थे और फिर सब कुछ एक ही दिन में करना पड़ा। मैं कुछ काम कर सकता हूँ, लेकिन मुझे कम से कम एक व्यक्ति की मदद चाहिए। मुझे बताइए कि आप कब बात कर सकते हैं। मैं कल दोपहर के बाद या बुधवार की सुबह खाली हूँ। इतनी जल्दी जवाब देने के लिए आपका बहुत धन्यवाद।

ठीक है, मैंने कोड को दोबारा देखा। अगर सूची खाली हो तो यह सही मान नहीं देता है। हमें शुरू में ही एक जाँच जोड़नी होगी, ताकि यह गलती फिर से न हो। इसके अलावा डेटा दो बार लोड होता है, जबकि एक बार ही काफ़ी है।`,
  es: `Gracias, ahora lo entiendo mejor. Primero vamos a decidir qué queremos conseguir y después pensamos en cómo hacerlo. Para mí lo más importante es que la gente pueda encontrar rápido la información que necesita y que no pierda el tiempo con pasos que no sirven para nada. Ahora mismo tarda demasiado y todo el mundo se queja. Yo empezaría por la página principal: quitar lo que nadie usa y dejar solo tres botones. Si eso ayuda, dentro de una semana podemos ver las demás secciones.

Otra pregunta: ¿quién se encarga de la traducción? La última vez se nos olvidó y tuvimos que hacerlo todo en un solo día. Puedo hacer una parte del trabajo, pero necesito la ayuda de al menos una persona más. Dime cuándo te viene bien hablar; yo tengo tiempo mañana por la mañana o el miércoles. Y gracias otra vez por responder tan rápido.

De acuerdo, he vuelto a leer el código. La función devuelve un valor incorrecto cuando la lista está vacía. Hay que añadir una comprobación al principio y escribir una prueba para que el error no vuelva a aparecer. Además, los datos se cargan dos veces, aunque con una sería suficiente.`,
  vi: `Cảm ơn bạn, bây giờ tôi đã hiểu. Trước hết chúng ta cần quyết định mình muốn đạt được điều gì, sau đó mới nghĩ đến cách làm. Theo tôi, điều quan trọng nhất là mọi người có thể tìm thấy thông tin cần thiết một cách nhanh chóng và không mất thời gian. Hiện nay việc đó quá lâu và ai cũng phàn nàn. Tôi đề nghị bắt đầu từ trang chính: bỏ những thứ không ai dùng và chỉ giữ lại ba nút.

Còn một câu hỏi nữa: ai sẽ lo phần dịch? Lần trước chúng ta quên mất và phải làm tất cả trong một ngày. Tôi có thể làm một phần công việc, nhưng tôi cần ít nhất một người giúp đỡ. Hãy cho tôi biết khi nào bạn có thể nói chuyện. Ngày mai tôi rảnh vào buổi sáng.

Được rồi, tôi đã đọc lại mã nguồn. Hàm này trả về giá trị sai khi danh sách trống. Cần thêm một bước kiểm tra ở đầu và viết thêm bài kiểm thử để lỗi đó không xuất hiện nữa. Ngoài ra dữ liệu được tải hai lần, trong khi một lần là đủ.`,
  'zh-cn': `谢谢，现在我明白了。我们先决定到底想要什么，然后再考虑怎么做。我觉得最重要的是让大家能很快找到需要的信息，不要把时间浪费在没有用的步骤上。现在花的时间太长了，所有人都在抱怨。我建议从首页开始：把没有人用的东西去掉，只留下三个按钮。如果有效果，一个星期以后我们再看其他部分。

还有一个问题：翻译由谁来负责？上次我们忘了这件事，最后只好在一天之内全部做完。我可以做一部分，但是至少需要一个人帮忙。请告诉我你什么时候方便，我明天下午或者星期三上午都有空。再次感谢你这么快就回复我。

好的，我又看了一遍代码。当列表为空的时候，这个函数会返回错误的值。需要在开头加一个判断，再写一个测试，避免以后再出现同样的错误。另外，我发现数据被加载了两次，其实一次就够了。这个很容易修改，改完以后页面打开会更快。`,
  th: `ขอบคุณครับ ตอนนี้ผมเข้าใจแล้ว ก่อนอื่นเราควรตัดสินใจว่าต้องการอะไร แล้วค่อยคิดว่าจะทำอย่างไร ผมคิดว่าสิ่งที่สำคัญที่สุดคือทุกคนต้องหาข้อมูลที่ต้องการได้เร็ว และไม่เสียเวลากับขั้นตอนที่ไม่มีประโยชน์ ตอนนี้ใช้เวลานานเกินไปและทุกคนก็บ่น ผมขอเสนอให้เริ่มจากหน้าแรก เอาสิ่งที่ไม่มีใครใช้ออก แล้วเหลือไว้แค่สามปุ่ม

อีกเรื่องหนึ่ง ใครจะเป็นคนแปล ครั้งที่แล้วเราลืมเรื่องนี้และต้องทำทุกอย่างให้เสร็จในวันเดียว ผมช่วยทำได้บางส่วน แต่ต้องการคนช่วยอย่างน้อยหนึ่งคน บอกผมด้วยว่าคุณว่างเมื่อไหร่ พรุ่งนี้ผมว่างหลังเที่ยง`,
  ar: `شكراً لك، الآن فهمت. دعنا أولاً نقرر ما الذي نريده، وبعد ذلك نفكر في الطريقة. أعتقد أن أهم شيء هو أن يجد الناس المعلومات التي يحتاجون إليها بسرعة، وألا يضيعوا وقتهم في خطوات لا فائدة منها. الآن يستغرق الأمر وقتاً طويلاً والجميع يشتكي من ذلك. أقترح أن نبدأ من الصفحة الرئيسية وأن نحذف كل ما لا يستخدمه أحد.

هناك سؤال آخر: من سيكون مسؤولاً عن الترجمة؟ في المرة الماضية نسينا هذا الأمر واضطررنا إلى إنجاز كل شيء في يوم واحد. يمكنني أن أقوم بجزء من العمل، ولكنني أحتاج إلى مساعدة شخص واحد على الأقل. أخبرني متى يكون الوقت مناسباً لك للحديث.`,
  nl: `Bedankt, nu is het duidelijk. Laten we eerst beslissen wat we willen bereiken, en daarna pas bedenken hoe we het doen. Voor mij is het belangrijkste dat mensen snel de informatie vinden die ze nodig hebben en geen tijd verliezen met stappen waar niemand iets aan heeft. Nu duurt het te lang en iedereen klaagt. Ik stel voor om met de eerste pagina te beginnen: weghalen wat niemand gebruikt en alleen drie knoppen overhouden.

Nog een vraag: wie zorgt er voor de vertaling? De vorige keer zijn we dat vergeten en moesten we alles in één dag doen. Ik kan een deel van het werk op me nemen, maar ik heb hulp nodig van minstens één persoon. Laat me weten wanneer het jou uitkomt; morgenmiddag of woensdagochtend heb ik tijd.

Goed, ik heb de code nog een keer gelezen. De functie geeft een verkeerde waarde terug als de lijst leeg is. We moeten aan het begin een controle toevoegen en een test schrijven, zodat de fout niet terugkomt. Bovendien worden de gegevens twee keer geladen, terwijl één keer genoeg is. Dat is makkelijk te veranderen, en de pagina gaat dan veel sneller open.`,
  id: `Terima kasih, sekarang saya mengerti. Pertama-tama kita tentukan dulu apa yang kita inginkan, setelah itu baru kita pikirkan caranya. Menurut saya yang paling penting adalah orang bisa menemukan informasi yang mereka butuhkan dengan cepat dan tidak membuang waktu untuk langkah yang tidak berguna. Sekarang prosesnya terlalu lama dan semua orang mengeluh. Saya usul kita mulai dari halaman depan: hapus yang tidak pernah dipakai dan sisakan tiga tombol saja.

Satu pertanyaan lagi: siapa yang akan mengerjakan terjemahannya? Terakhir kali kita lupa dan semuanya harus selesai dalam satu hari. Saya bisa mengerjakan sebagian, tetapi saya perlu bantuan paling sedikit satu orang. Kabari saya kapan kamu punya waktu; besok siang atau Rabu pagi saya bisa.

Baik, saya sudah membaca kodenya lagi. Fungsi itu memberikan nilai yang salah kalau daftarnya kosong. Kita harus menambahkan pemeriksaan di awal dan menulis tes supaya kesalahan ini tidak muncul lagi. Selain itu datanya dimuat dua kali, padahal satu kali sudah cukup. Ini mudah diubah, dan halamannya akan terbuka jauh lebih cepat.`,
}

/** The same for languages that only cl100k_base needs it for. */
export const CL100K_FIT_SAMPLES: Readonly<Record<string, string>> = {
  sv: `Tack, nu förstår jag. Låt oss först bestämma vad vi vill ha, och sedan tänka på hur det ska göras. Det viktigaste för mig är att folk snabbt hittar den information de behöver och inte slösar bort tiden på steg som inte är till någon nytta. Nu tar det för lång tid och alla klagar. Jag föreslår att vi börjar med startsidan: tar bort det som ingen använder och behåller tre knappar.

En fråga till: vem tar hand om översättningen? Förra gången glömde vi bort den och fick göra allt på en enda dag. Jag kan ta en del av arbetet, men jag behöver hjälp av minst en person. Säg till när det passar dig; i morgon eftermiddag eller på onsdag förmiddag är jag ledig.

Okej, jag har läst koden en gång till. Funktionen ger ett fel värde när listan är tom. Vi måste lägga till en kontroll i början och skriva ett test, så att felet inte kommer tillbaka. Dessutom laddas uppgifterna två gånger, fast en gång räcker. Det är lätt att ändra, och sidan kommer att öppnas mycket snabbare.`,
  pt: `Obrigado, agora ficou claro. Primeiro vamos decidir o que queremos alcançar e só depois pensar em como fazer. Para mim o mais importante é que as pessoas encontrem depressa a informação de que precisam e não percam tempo com passos que não servem para nada. Hoje demora demais e todos se queixam. Proponho começar pela página inicial: tirar o que ninguém usa e deixar apenas três botões.

Outra pergunta: quem vai cuidar da tradução? Da última vez esquecemos e tivemos de fazer tudo num só dia. Posso ficar com uma parte do trabalho, mas preciso da ajuda de pelo menos uma pessoa. Diga-me quando tem tempo; eu posso amanhã à tarde ou na quarta de manhã.

Certo, li o código mais uma vez. A função devolve um valor errado quando a lista está vazia. É preciso acrescentar uma verificação no começo e escrever um teste, para que o erro não volte. Além disso, os dados são carregados duas vezes, quando uma só bastaria. É fácil de mudar, e a página vai abrir muito mais rápido.`,
  ko: `고맙습니다, 이제 이해했습니다. 먼저 우리가 무엇을 원하는지 정하고, 그다음에 어떻게 할지 생각해 봅시다. 제 생각에 가장 중요한 것은 사람들이 필요한 정보를 빨리 찾고 쓸모없는 단계에 시간을 낭비하지 않는 것입니다. 지금은 시간이 너무 오래 걸려서 모두가 불평하고 있습니다. 첫 화면부터 시작해서 아무도 쓰지 않는 것을 없애고 버튼 세 개만 남기는 것이 좋겠습니다.

한 가지 더 묻고 싶습니다. 번역은 누가 맡을까요? 지난번에는 그것을 잊어버려서 하루 만에 모든 일을 끝내야 했습니다. 저도 일부를 맡을 수 있지만 적어도 한 사람의 도움이 필요합니다. 언제 시간이 되는지 알려 주세요. 저는 내일 오후나 수요일 오전에 괜찮습니다.

네, 코드를 다시 읽어 보았습니다. 목록이 비어 있을 때 이 함수는 잘못된 값을 돌려줍니다. 처음에 확인하는 부분을 추가하고 테스트를 작성해야 같은 오류가 다시 생기지 않습니다. 그리고 데이터를 두 번 불러오는데 한 번이면 충분합니다. 쉽게 고칠 수 있고, 그러면 화면이 훨씬 빨리 열릴 것입니다.`,
}
