# Product of integers of 4000 elements: elements by calls
#
# One of eight ways to the same result; after the loops of Computer Systems: A Programmer's
# Perspective, chapter 5. The exit code is 0 when the result is right.
#
#   stallscope run programs/riscv/reduce/product_int_length.s -m mips-5 --stats
	.file	"reduce.c"
	.option nopic
	.attribute arch, "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0"
	.attribute unaligned_access, 0
	.attribute stack_align, 16
	.text
	.align	1
	.globl	length_of
	.type	length_of, @function
length_of:
	ld	a0,0(a0)
	ret
	.size	length_of, .-length_of
	.align	1
	.globl	fetch
	.type	fetch, @function
fetch:
	mv	a5,a0
	blt	a1,zero,.L4
	ld	a4,0(a0)
	li	a0,0
	ble	a4,a1,.L3
	ld	a5,8(a5)
	slli	a1,a1,3
	add	a5,a5,a1
	ld	a5,0(a5)
	sd	a5,0(a2)
	li	a0,1
	ret
.L4:
	li	a0,0
.L3:
	ret
	.size	fetch, .-fetch
	.align	1
	.globl	reduce
	.type	reduce, @function
reduce:
	addi	sp,sp,-64
	sd	ra,56(sp)
	sd	s0,48(sp)
	sd	s1,40(sp)
	sd	s2,32(sp)
	mv	s1,a2
	sd	a1,16(sp)
	sd	a0,24(sp)
	li	a5,1
	sd	a5,0(a2)
	addi	a0,sp,16
	call	length_of
	ble	a0,zero,.L6
	mv	s2,a0
	li	s0,0
.L8:
	addi	a2,sp,8
	mv	a1,s0
	addi	a0,sp,16
	call	fetch
	ld	a5,0(s1)
	ld	a4,8(sp)
	mul	a5,a5,a4
	sd	a5,0(s1)
	addi	s0,s0,1
	bne	s2,s0,.L8
.L6:
	ld	ra,56(sp)
	ld	s0,48(sp)
	ld	s1,40(sp)
	ld	s2,32(sp)
	addi	sp,sp,64
	jr	ra
	.size	reduce, .-reduce
	.align	1
	.globl	main
	.type	main, @function
main:
	addi	sp,sp,-32
	sd	ra,24(sp)
	lla	a3,values
	li	a5,0
	li	a7,10
	li	a6,3
	li	a0,1
	li	t1,-1
	li	a1,4096
	addi	a1,a1,-96
	j	.L13
.L12:
	sd	a2,0(a3)
	addi	a5,a5,1
	addi	a3,a3,8
	beq	a5,a1,.L17
.L13:
	rem	a4,a5,a7
	andi	a4,a4,-5
	mv	a2,a0
	bne	a4,a6,.L12
	mv	a2,t1
	j	.L12
.L17:
	addi	a2,sp,8
	li	a1,4096
	addi	a1,a1,-96
	lla	a0,values
	call	reduce
	ld	a0,8(sp)
	addi	a0,a0,-1
	snez	a0,a0
	ld	ra,24(sp)
	addi	sp,sp,32
	jr	ra
	.size	main, .-main
	.bss
	.align	3
	.type	values, @object
	.size	values, 32000
values:
	.zero	32000
	.ident	"GCC: (Debian 12.2.0-13) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
